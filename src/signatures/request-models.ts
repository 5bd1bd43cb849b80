import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { type FormDefinition, withValue } from '../forms/form-definition.js';
import { type FormOrigin, NO_ORIGIN } from '../pdf/form-origin.js';
import { type DocumentField } from './documents/document-field.entity.js';
import { fieldsOf, signerFor } from './documents/document-fields.js';
import { hasSeveral } from './documents/request-documents.queries.js';
import { type SignatureDocument } from './documents/signature-document.entity.js';
import { documentsOf } from './documents/signature-document.queries.js';
import { toNewRecipient } from './domain/new-recipients.js';
import { type SignatureType } from './domain/signature.state.js';
import { findFormRow } from './form/form-fields.js';
import { RequestForms } from './form/request-forms.js';
import { documentGone, documentNotFound, severalDocuments } from './internal/signature.errors.js';
import { getLiveRequest, type RequestKey, signersOf } from './live-request.queries.js';
import { type Recipient } from './recipients/recipient.entity.js';
import { recipientsOf } from './recipients/recipient.queries.js';
import { NO_PLAN, SendPlan } from './send-plan.entity.js';
import { type Signature } from './signature.entity.js';

/** A field that was placed by hand or found as a text tag, with the index of its signer. */
export type ModelField = Pick<DocumentField, 'kind' | 'page' | 'box' | 'label' | 'required'> & {
  signer: number;
};

/** What another request can be made like, without anybody's name, address or entries. */
export interface RequestModel {
  type: SignatureType;
  documentName: string;
  original: SignatureDocument;
  subject: string;
  messageContent: string;
  requireVerification: boolean;
  remindEvery: number | null;
  allowHandOver: boolean;
  /** The order of each signer, and the key of their role in the form; null without one. */
  signers: { order: number; role: string | null }[];
  /** Those who do not sign, by what they do. */
  recipients: Pick<Recipient, 'action' | 'order' | 'when'>[];
  /** Without the sender's values; null without a form. */
  form: FormDefinition | null;
  origin: FormOrigin;
  /** Empty with a form. */
  fields: ModelField[];
}

/** Reads requests as models for others. */
@Injectable()
export class RequestModels {
  constructor(
    private readonly dataSource: DataSource,
    private readonly forms: RequestForms,
  ) {}

  /** @throws AppError 404 */
  async assertShown(key: RequestKey): Promise<void> {
    await getLiveRequest(this.dataSource.manager, key);
  }

  /** Whether another request can be made like this one. @throws AppError 404 */
  async isModel(key: RequestKey): Promise<boolean> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    if (request.contentsRemovedAt || (await hasSeveral(manager, request))) return false;
    return (await originalOf(manager, request)) !== null;
  }

  /** @throws AppError 404 for an unknown request, or one without an uploaded document; 400 `document_gone`, `several_documents` */
  async read(key: RequestKey): Promise<RequestModel> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    if (request.contentsRemovedAt) throw documentGone();
    const original = await originalOf(manager, request);
    if (!original) throw documentNotFound();
    if (await hasSeveral(manager, request)) throw severalDocuments();
    const { plan = NO_PLAN } = (await manager.findOneBy(SendPlan, key)) ?? {};
    const sent = await signersOf(manager, request);
    const people =
      sent.length > 0
        ? sent
        : plan.signers.map((each, id) => ({ ...each, id, emailKey: emailKey(each.email) }));
    const others =
      sent.length > 0
        ? await recipientsOf(manager, request)
        : (plan.recipients ?? []).flatMap((each) => toNewRecipient(each) ?? []);
    const form = await this.forms.of(manager, request, people);
    const emails = (await findFormRow(manager, request))?.roleEmails ?? {};
    const roles = form?.roles ?? new Map<number, string>();
    const fields = (await fieldsOf(manager, request)).filter(({ fieldKey }) => fieldKey === null);
    const placed = people.length > 0 ? people : strangers(fields, Object.values(emails));
    const texts = sent.length > 0 ? request : { ...request, ...plan };
    return {
      ...{ type: request.type, documentName: request.originalDocumentName, original },
      ...{ subject: texts.subject, messageContent: texts.messageContent },
      requireVerification: texts.requireVerification,
      remindEvery: texts.remindEvery ?? null,
      allowHandOver: texts.allowHandOver ?? false,
      signers: placed.map(({ id, order }) => ({ order, role: roles.get(id) ?? null })),
      recipients: others.map(({ action, order, when }) => ({ action, order, when })),
      form: form && withoutValues(form.definition),
      origin: form?.origin ?? NO_ORIGIN,
      fields: fields.flatMap(({ signerEmail, signerNumber, ...field }) => {
        const signer = placed.findIndex((each) => each === signerFor({ signerEmail, signerNumber }, placed));
        const { kind, page, box, label, required } = field;
        return signer < 0 ? [] : [{ kind, page, box, label, required, signer }];
      }),
    };
  }
}

/** The document as it was uploaded. One typeset from the request's own text has no pages to place anything on. */
async function originalOf(manager: EntityManager, request: Signature): Promise<SignatureDocument | null> {
  const { original, presented } = await documentsOf(manager, request);
  return original && presented?.pageSizes ? original : null;
}

/** Stand-ins for the signers of a draft without a plan, of which only the fields' addresses and numbers are known. */
function strangers(fields: readonly DocumentField[], others: readonly string[]) {
  const emails = [
    ...new Set([...others, ...fields.flatMap(({ signerEmail }) => signerEmail ?? [])].map(emailKey)),
  ];
  const numbers = Math.max(0, ...fields.map(({ signerNumber }) => signerNumber ?? 0));
  const count = Math.max(emails.length, numbers);
  return Array.from({ length: count }, (_, id) => ({ id, emailKey: emails[id] ?? '', order: 0 }));
}

const withoutValues = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  fields: definition.fields.map((field) => withValue(field, null)),
});
