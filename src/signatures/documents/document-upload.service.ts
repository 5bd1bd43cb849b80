import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../../auth/principal.js';
import { type AcceptedDocument } from '../../pdf/document-inspection.js';
import { type UploadChanges } from '../../pdf/upload-changes.js';
import { Transactions } from '../../platform/database/transactions.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { type FieldPlacement } from '../domain/field-placement.js';
import { MemberActions } from '../internal/member-actions.js';
import { getDraft, type RequestKey } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { DocumentFields } from './document-fields.js';
import { DocumentIntake, type TakenDocument } from './document-intake.js';
import { assertTogether } from './internal/document-totals.js';
import { documentsInOrder } from './request-documents.queries.js';
import { SignatureDocument } from './signature-document.entity.js';

/** What else happens in the transaction that replaces a draft's document. */
interface Replacing {
  before: (tx: EntityManager, draft: Signature) => Promise<unknown>;
  after: (tx: EntityManager, draft: Signature) => Promise<unknown>;
  /** Further members of the event `document_uploaded`. */
  told: Readonly<Record<string, unknown>>;
}

/** Accepts a draft's document. */
@Injectable()
export class DocumentUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly intake: DocumentIntake,
    private readonly deletions: FileDeletions,
    private readonly audit: SignatureAudit,
    private readonly documentFields: DocumentFields,
    private readonly actions: MemberActions,
  ) {}

  /** For a check before the body is read; `upload` checks again under lock. @throws AppError 404, 400 `not_a_draft` */
  async assertDraft(key: RequestKey): Promise<void> {
    await getDraft(this.dataSource.manager, key);
  }

  /**
   * Replaces the draft's document and its fields.
   * @throws AppError 400 or 413, with a code for the problem; 404; the signal's reason if it aborts before anything
   * is stored
   */
  async upload(
    caller: Caller,
    id: number,
    { file, fields }: { file: IncomingFile; fields: FieldPlacement[] },
    signal?: AbortSignal,
  ): Promise<Signature> {
    return this.actions.recorded(
      caller,
      () =>
        this.intake.take(caller.organizationId, file, signal, (taken) =>
          this.transactions.run((tx) => this.attach(tx, caller, id, taken, fields)),
        ),
      uploaded(id),
    );
  }

  /**
   * Replaces the draft's document by an upload that was inspected.
   * @throws AppError 400, 404, 413 `documents_too_large`; whatever `replacing` throws; the signal's reason as `upload`
   */
  replace(
    caller: Caller,
    id: number,
    { file, document, replacing }: { file: IncomingFile; document: AcceptedDocument; replacing: Replacing },
    signal?: AbortSignal,
  ): Promise<Signature> {
    return this.actions.recorded(
      caller,
      () =>
        this.intake.keep(caller.organizationId, { document, file }, signal, (taken) =>
          this.transactions.run((tx) => this.attach(tx, caller, id, taken, [], replacing)),
        ),
      uploaded(id),
    );
  }

  /** Changes to the first document that the sender must know about, read from the audit trail. */
  async changesOf(key: RequestKey): Promise<UploadChanges> {
    const events = await this.audit.ofRequest(this.dataSource.manager, key, 'document_uploaded');
    const event = events.findLast(({ data }) => data.n === undefined);
    const { forbidden, removed } = (event?.data ?? {}) as Partial<UploadChanges>;
    return { forbidden: forbidden ?? [], removed: removed ?? [] };
  }

  private async attach(
    tx: EntityManager,
    caller: Caller,
    id: number,
    taken: TakenDocument,
    fields: FieldPlacement[],
    replacing?: Replacing,
  ): Promise<Signature> {
    const { organizationId } = caller;
    const draft = await getDraft(tx, { organizationId, signatureId: id }, { lock: true });
    await replacing?.before(tx, draft);
    const earlier = await tx.findBy(SignatureDocument, { signatureId: id, organizationId });
    const own = { pages: taken.pages, bytes: taken.presented.sizeBytes };
    assertTogether(await documentsInOrder(tx, draft), 1, own);
    const { original, presented } = documentRows(draft, taken);
    await tx.upsert(SignatureDocument, [original, presented], ['signatureId', 'kind']);
    await this.documentFields.begin(tx, draft, taken.layout, fields);
    await tx.update(
      Signature,
      { id, organizationId },
      {
        documentStatus: 'ready',
        originalDocumentType: taken.original.mimeType,
        originalDocumentExtension: taken.extension,
        updatedAt: () => 'app_now()',
      },
    );
    const [documentSha256, presentedSha256] = [original, presented].map((row) => row.sha256.toString('hex'));
    const data = {
      documentSha256,
      presentedSha256,
      ...toldChanges(taken.changes),
      ...replacing?.told,
      ...callFacts(caller),
    };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'document_uploaded', data });
    await replacing?.after(tx, draft);
    const replaced = [...new Set(earlier.map(({ storageKey }) => storageKey))];
    await this.deletions.add(tx, organizationId, replaced);
    return tx.findOneByOrFail(Signature, { id, organizationId });
  }
}

const uploaded = (signatureId: number) => () => ({ type: 'document_uploaded' as const, signatureId });

/** Leaves out empty lists. */
export function toldChanges({ forbidden, removed }: UploadChanges): Partial<UploadChanges> {
  return { ...(forbidden.length > 0 && { forbidden }), ...(removed.length > 0 && { removed }) };
}

function documentRows({ id, organizationId }: Signature, taken: TakenDocument) {
  const row = { signatureId: id, organizationId };
  const { original, presented } = fileRows(taken);
  return {
    original: { ...row, kind: 'original' as const, ...original },
    presented: { ...row, kind: 'presented' as const, ...presented },
  };
}

/** What the rows of an upload's files say of them. */
export function fileRows({ pages, layout, original, presented }: TakenDocument) {
  return {
    original: { pages, ...original },
    presented: {
      pages,
      ...presented,
      signedSha256: layout.carriesSignatures ? presented.sha256 : null,
      redrawnSha256: layout.isRedrawn ? presented.sha256 : null,
      pageSizes: layout.pageSizes,
    },
  };
}
