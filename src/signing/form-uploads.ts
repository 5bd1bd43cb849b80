import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type PostedFile } from '../common/http/multipart.js';
import { plainLine } from '../common/plain-line.js';
import { fileName, MAX_ATTACHMENT_BYTES, MAX_FILES_BYTES } from '../forms/files.js';
import { type FileField, mostFiles, takesFiles } from '../forms/form-definition.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { Downloads, type OpenAnswer } from '../platform/storage/downloads.js';
import { type FormFile, FormFiles } from '../signatures/form/form-files.js';
import { tieToBrowser } from './browser-tie.js';
import { ownFields } from './domain/filled-form.js';
import { entryControl, fileControl } from './domain/form-entries.js';
import { type FieldProblem } from './domain/sign-form.js';
import { signerForm } from './domain/signer-form.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayFillIn } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { FileInspections, type InspectedFile } from './file-inspections.js';
import { SigningAccess } from './signing-access.js';

export { MAX_ATTACHMENT_BYTES as MAX_FILE_BYTES, MAX_FILES_BYTES };

/** A text below `signing.form.problems`. */
type Refusal = Pick<FieldProblem, 'problem' | 'values'>;

/** Receives the files that signers give into fields of forms, inspects them, and keeps them encrypted until they are signed. */
@Injectable()
export class FormUploads {
  constructor(
    private readonly access: SigningAccess,
    private readonly files: FormFiles,
    private readonly inspections: FileInspections,
    private readonly downloads: Downloads,
  ) {}

  /**
   * Keeps one file after the other. Nothing is kept unless the document can be filled in in this browser.
   * @param visit of a browser that has kept a draft, and so a secret
   * @returns why files were refused, by field
   * @throws the signal's reason if it aborts before a file is stored; AppError 429 or 503 for too many tasks
   */
  async receive(visit: Visit, sent: readonly PostedFile[], signal: AbortSignal): Promise<FieldProblem[]> {
    const problems: FieldProblem[] = [];
    for (const file of sent) {
      signal.throwIfAborted();
      const context = await this.access.find(visit);
      const field = mayFillIn(context) ? fieldOf(context, file.control) : undefined;
      if (field === undefined) continue;
      const refusal = await this.take(visit, context, { field, file, signal });
      const { key, label, kind } = field;
      if (refusal !== null)
        problems.push({ field: entryControl(key), label: plainLine(label), formKind: kind, ...refusal });
    }
    return problems;
  }

  /** Removes a file that this browser gave and that is not signed yet; does nothing for any other. */
  async remove(visit: Visit, id: number): Promise<void> {
    await this.access.act(visit, async (tx, context) => {
      if (!mayFillIn(context)) return;
      const own = context.files.filter((file) => file.id === id);
      await this.files.remove(
        tx,
        context.signer,
        own.map((file) => file.id),
      );
    });
  }

  /**
   * A file that this browser gave, to be sent as `answer`; null if there is none, or the document cannot be filled in now.
   * @throws AppError 429 or 503 if there are too many downloads
   */
  async show(
    visit: Visit,
    id: number,
    answer: OpenAnswer,
  ): Promise<{ file: FormFile; bytes: Buffer } | null> {
    const context = await this.access.find(visit);
    const file = mayFillIn(context) ? context.files.find((each) => each.id === id) : undefined;
    if (!file) return null;
    const { organizationId, reference } = file;
    const loaded = { organizationId, sizeBytes: reference.bytes };
    return { file, bytes: await this.downloads.load(answer, loaded, () => this.files.read(file)) };
  }

  private async take(
    visit: Visit,
    context: SigningContext,
    { field, file: { name, bytes }, signal }: { field: FileField; file: PostedFile; signal: AbortSignal },
  ): Promise<Refusal | null> {
    if (bytes === null) return { problem: 'form.file_too_large' };
    // Before it is inspected, which takes a second or more.
    const early = refusalFor(context, field, { sha256: sha256(bytes).toString('hex'), bytes: bytes.length });
    if (early !== null) return early;
    const owner = { tenant: context.signer.organizationId, signal };
    const inspected = await this.inspections.inspect(field, bytes, owner);
    if (!inspected.ok) return { problem: `form.${inspected.problem}` };
    signal.throwIfAborted();
    const reference = referenceTo(inspected, name);
    const { hash: browserHash } = tieToBrowser(visit, context.signature);
    let refusal: Refusal | null = null;
    const keep = (tx: EntityManager, now: SigningContext, storageKey: string) => {
      refusal = refusalFor(now, field, reference);
      if (refusal !== null || isKnown(now, field, reference)) return false;
      return this.keep(tx, now, { field, reference, storageKey, browserHash });
    };
    await this.files.store(owner.tenant, inspected.bytes, async (storageKey) => {
      const isKept = await this.access.act(
        visit,
        async (tx, now) => mayFillIn(now) && keep(tx, now, storageKey),
      );
      return isKept === true;
    });
    return refusal;
  }

  /** What another browser gave is removed: the last one that sends files counts. */
  private async keep(
    tx: EntityManager,
    context: SigningContext,
    file: {
      field: FileField;
      reference: FormFile['reference'];
      storageKey: string;
      browserHash: Buffer | null;
    },
  ): Promise<boolean> {
    const { field, ...kept } = file;
    const others = besides(field, context).map(({ id }) => id);
    await this.files.keepOnly(tx, context.signer, others);
    await this.files.keep(tx, context.signer, { fieldKey: field.key, ...kept });
    return true;
  }
}

/** The field of this signer into which the control gives a file. */
function fieldOf(context: SigningContext, control: string): FileField | undefined {
  const open = signerForm(context);
  return open
    ? ownFields(open).find(
        (field): field is FileField => takesFiles(field) && fileControl(field.key) === control,
      )
    : undefined;
}

type Measured = Pick<FormFile['reference'], 'sha256' | 'bytes'>;

const isKnown = ({ files }: SigningContext, { key }: FileField, { sha256: digest }: Measured) =>
  files.some(({ fieldKey, reference }) => fieldKey === key && reference.sha256 === digest);

/** The files that stay when another one is given: a new picture replaces the one before. */
const besides = ({ key, kind }: FileField, { files }: SigningContext) =>
  files.filter(({ fieldKey }) => kind === 'attachment' || fieldKey !== key);

/** Why there is no room for another file; null if there is, or if this one is there already. */
function refusalFor(context: SigningContext, field: FileField, file: Measured): Refusal | null {
  if (isKnown(context, field, file)) return null;
  const others = besides(field, context);
  const inField = others.filter(({ fieldKey }) => fieldKey === field.key).length;
  const most = mostFiles(field);
  if (inField >= most) return { problem: 'form.files_max', values: { count: most } };
  const bytes = others.reduce((sum, { reference }) => sum + reference.bytes, file.bytes);
  return bytes > MAX_FILES_BYTES ? { problem: 'form.file_too_large' } : null;
}

function referenceTo(
  { type, bytes }: Extract<InspectedFile, { ok: true }>,
  name: string,
): FormFile['reference'] {
  return { sha256: sha256(bytes).toString('hex'), bytes: bytes.length, type, name: fileName(name, type) };
}
