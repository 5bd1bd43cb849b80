import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { AppError } from '../common/errors.js';
import { organizationName } from '../organizations/organization.queries.js';
import { isImported } from '../pdf/form-origin.js';
import { Uploads } from '../platform/storage/uploads.js';
import { type DocumentField, isPlain, onDocument } from './documents/document-field.entity.js';
import { fieldsOf } from './documents/document-fields.js';
import { DocumentUploadService } from './documents/document-upload.service.js';
import { FurtherDocuments } from './documents/further-documents.js';
import { documentsInOrder, type StoredFile } from './documents/request-documents.queries.js';
import { type FieldPlacement } from './domain/field-placement.js';
import { toPlannedRecipient } from './domain/new-recipients.js';
import { DraftForms, type SendersForm } from './form/draft-forms.js';
import { FormImports } from './form/form-imports.js';
import { documentGone, notSent } from './internal/signature.errors.js';
import { getShownRequest, type RequestKey, signersOf } from './live-request.queries.js';
import { type Recipient } from './recipients/recipient.entity.js';
import { recipientsOf } from './recipients/recipient.queries.js';
import { RequestInput } from './request-input.port.js';
import { type PlannedSend } from './send-plan.entity.js';
import { SendPlans } from './send-plans.js';
import { type Signature } from './signature.entity.js';
import { SignaturesService } from './signatures.service.js';
import { type Signer } from './signers/signer.entity.js';

/** A request that is to be sent again. */
interface Model {
  request: Signature;
  document: StoredFile;
  /** Those after the first, with the files to upload again. */
  further: { n: number; name: string; file: StoredFile }[];
  signers: Signer[];
  recipients: Recipient[];
  fields: DocumentField[];
  form: SendersForm | null;
}

/** Makes drafts like requests that were sent: with the same documents, fields or form, people and texts. Deadlines are not kept. */
@Injectable()
export class RequestCopies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: Uploads,
    private readonly input: RequestInput,
    private readonly signatures: SignaturesService,
    private readonly documents: DocumentUploadService,
    private readonly plans: SendPlans,
    private readonly forms: DraftForms,
    private readonly imports: FormImports,
    private readonly further: FurtherDocuments,
  ) {}

  /**
   * Makes a draft, and sends nothing. The documents are checked like uploads; one that is refused is left out.
   * @returns the draft's id
   * @throws AppError 400 `not_sent`, `document_gone`; 404
   */
  async copy(caller: Caller, signatureId: number): Promise<number> {
    const { organizationId } = caller;
    return this.make(caller, await this.read({ organizationId, signatureId }));
  }

  private async read(key: RequestKey): Promise<Model> {
    const { manager } = this.dataSource;
    const request = await getShownRequest(manager, key);
    if (request.status === 'draft') throw notSent();
    // What was typeset from the request's texts has no original.
    const documents = (await documentsInOrder(manager, request)).map(({ n, name, files }) => {
      const file = files.original ?? files.presented;
      if (!file || request.contentsRemovedAt) throw documentGone();
      return { n, name, file };
    });
    const [first, ...further] = documents;
    return {
      request,
      document: first!.file,
      further,
      signers: await signersOf(manager, request),
      recipients: await recipientsOf(manager, request),
      fields: await fieldsOf(manager, request),
      form: await this.forms.find(request),
    };
  }

  private async make(caller: Caller, model: Model): Promise<number> {
    const { request, document, signers, fields, form } = model;
    const { organizationId, userId, ip: address } = caller;
    const plan = planOf(model, await organizationName(this.dataSource.manager, organizationId));
    const details = await this.input.sending(plan);
    const { id } = await this.signatures.createDraft(caller, request);
    const placements = placementsOf(onDocument(fields, 1), signers);
    await this.uploads.again(document, (file) =>
      this.unlessRefused(async () => {
        const given = form && { ...form.definition, ...form };
        if (given && isImported(given.origin))
          return void (await this.imports.again(caller, id, file, given));
        await this.documents.upload(caller, id, { file, fields: placements });
        if (given) await this.forms.define(caller, id, given);
      }),
    );
    await this.uploadFurther(caller, id, model);
    const addresses = plan.signers.map(({ email }) => ({ email, former: email }));
    const saving = { version: undefined, isQuiet: false };
    await this.plans.save({ organizationId, userId, address }, id, { plan, details, addresses }, saving);
    return id;
  }

  private async uploadFurther(
    caller: Caller,
    signatureId: number,
    { further, fields, signers }: Model,
  ): Promise<void> {
    let next = 2;
    for (const { n, name, file: stored } of further) {
      const own = placementsOf(onDocument(fields, n), signers);
      const isKept = await this.uploads.again(stored, (file) =>
        this.unlessRefused(async () => {
          await this.further.put(caller, { signatureId, n: next }, { file, name, fields: own });
        }),
      );
      if (isKept) next++;
    }
  }

  /** A document that is refused is left out: the draft's own pages ask for one. @returns whether it was kept */
  private async unlessRefused(upload: () => Promise<void>): Promise<boolean> {
    try {
      await upload();
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || ![400, 413].includes(error.statusCode)) throw error;
      return false;
    }
  }
}

/** The fields that the sender placed, for the present addresses of their signers. Text tags are found again. */
function placementsOf(fields: readonly DocumentField[], signers: readonly Signer[]): FieldPlacement[] {
  const emails = new Map(signers.map(({ id, email }) => [id, email]));
  return fields
    .filter(isPlain)
    .filter(({ signerNumber }) => signerNumber === null)
    .map(({ kind, signerId, signerEmail, page, box, label, required }) => ({
      kind,
      signerEmail: (signerId === null ? undefined : emails.get(signerId)) ?? signerEmail!,
      page,
      ...box,
      label,
      required,
    }));
}

/** @param usualSender - the organization's name, which senders have by default */
function planOf({ request, signers, recipients }: Model, usualSender: string): PlannedSend {
  const { subject, messageContent, requireVerification, senderName, ccOnComplete, remindEvery } = request;
  return {
    signers: signers.map(({ email, name, order, locale }) => ({
      email,
      name: name ?? '',
      order,
      ...(locale !== null && { locale }),
    })),
    subject,
    messageContent,
    requireVerification,
    ...(senderName !== usualSender && { senderName }),
    ...(ccOnComplete.length > 0 && { ccOnComplete }),
    ...(remindEvery !== null && { remindEvery }),
    ...(request.allowHandOver && { allowHandOver: true as const }),
    ...(recipients.length > 0 && { recipients: recipients.map(toPlannedRecipient) }),
  };
}
