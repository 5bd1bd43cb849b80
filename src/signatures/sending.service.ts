import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type DocumentDigest } from '../audit-chain/evidence-version-2.js';
import { type Caller, callFacts } from '../auth/principal.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { organizationName } from '../organizations/organization.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { type DocumentField } from './documents/document-field.entity.js';
import { DocumentFields, fieldsOf } from './documents/document-fields.js';
import { FurtherDocuments } from './documents/further-documents.js';
import { paperLocale } from './documents/internal/paper-words.js';
import {
  type DraftToSend,
  type TriedDraft,
  TypesetDocuments,
} from './documents/internal/typeset-documents.js';
import { type StoredDocument } from './documents/stored-document.js';
import {
  assertDistinct,
  assertHandOver,
  assertRecipients,
  assertSignerCount,
  type SendDetails,
  toConfiguration,
} from './domain/send-details.js';
import { LINK_RETURNING_TYPES } from './domain/signature.state.js';
import { SentForms } from './form/sent-forms.js';
import { assertDeadlinesAhead } from './internal/deadline.queries.js';
import { MemberActions } from './internal/member-actions.js';
import { RequestDispatcher } from './internal/request-dispatcher.js';
import { type DraftDocuments, SealingTrials, type TriedDocuments } from './internal/sealing-trials.js';
import { documentChanged } from './internal/signature.errors.js';
import { getDraft, type RequestKey, signersOf } from './live-request.queries.js';
import { RequestRecipients } from './recipients/request-recipients.js';
import { RequestLifecycle } from './request-lifecycle.js';
import { SendPlan } from './send-plan.entity.js';
import { Signature } from './signature.entity.js';
import { Signer } from './signers/signer.entity.js';
import { SignerLinks } from './signers/signer-links.js';

/** A request that was sent or scheduled. */
export interface SentRequest {
  signature: Signature;
  signers: Signer[];
  /** By signer: the signing links of the types that return them; empty for the others. */
  signingUrls: ReadonlyMap<number, string>;
}

/** The document of a draft that has none, or the trial of those that it has: `before` the draft was made, or since. */
type Prepared =
  { typeset: StoredDocument; tried: null } | { typeset: null; tried: TriedDocuments | 'before' };

/** Sends drafts to their signers, at once or at a scheduled time. */
@Injectable()
export class SendingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly documents: TypesetDocuments,
    private readonly fields: DocumentFields,
    private readonly dispatcher: RequestDispatcher,
    private readonly lifecycle: RequestLifecycle,
    private readonly links: SignerLinks,
    private readonly trials: SealingTrials,
    private readonly actions: MemberActions,
    private readonly forms: SentForms,
    private readonly recipients: RequestRecipients,
    private readonly further: FurtherDocuments,
  ) {}

  /**
   * @throws AppError 400 for duplicate addresses, deadlines in the past, a document that could not be completed with these
   * signers and fields, a form whose roles they do not fill, or a request that is not a draft; 404
   */
  send(caller: Caller, signatureId: number, details: SendDetails): Promise<SentRequest> {
    return this.actions.recorded(
      caller,
      () => this.prepareAndSend(caller, signatureId, details),
      () => ({ type: 'signature_sent', signatureId }),
    );
  }

  /**
   * Sends a draft that `tx` has made, with a document that was sealed on trial before.
   * @throws AppError 400 as `send`
   */
  sendTried(tx: EntityManager, caller: Caller, toSend: TriedDraft): Promise<SentRequest> {
    assertDistinct(toSend.details.signers);
    assertRecipients(toSend.details);
    return this.sendLocked(tx, caller, toSend, { typeset: null, tried: 'before' });
  }

  private async prepareAndSend(
    caller: Caller,
    signatureId: number,
    details: SendDetails,
  ): Promise<SentRequest> {
    assertDistinct(details.signers);
    assertRecipients(details);
    const toSend = await this.gather({ organizationId: caller.organizationId, signatureId }, details);
    const typeset = await this.documents.typesetIfMissing(toSend);
    const prepared = typeset
      ? { typeset, tried: null }
      : { typeset, tried: await this.trials.tryDraft(toSend) };
    return this.documents.keepOrDiscard(typeset, () =>
      this.transactions.run((tx) => this.sendLocked(tx, caller, toSend, prepared)),
    );
  }

  private async gather(key: RequestKey, details: SendDetails): Promise<DraftToSend> {
    const { manager } = this.dataSource;
    return {
      draft: await getDraft(manager, key),
      details,
      organizationName: await organizationName(manager, key.organizationId),
      locale: await paperLocale(manager, key.organizationId, details.signers),
    };
  }

  private async sendLocked(
    tx: EntityManager,
    caller: Caller,
    { draft: { id: signatureId, organizationId }, details, locale, isBulk = false }: TriedDraft,
    prepared: Prepared,
  ): Promise<SentRequest> {
    // What was tried before it was made has a form, no plan and values that were checked.
    const isPrepared = prepared.tried === 'before';
    await this.recipients.prepare(tx, details.recipients);
    if (!isPrepared) await this.further.prepare(tx, { organizationId, signatureId });
    const hasForm = isPrepared || (await this.forms.prepare(tx, { organizationId, signatureId }));
    // Another call may have sent or changed the draft while its document was prepared.
    const draft = await getDraft(tx, { organizationId, signatureId }, { lock: true });
    assertSignerCount(draft, details);
    assertHandOver(draft, details);
    const facts = callFacts(caller);
    const { documents, fields } = await this.documentsOf(tx, draft, prepared, facts);
    await assertDeadlinesAhead(tx, details);
    const configuration = toConfiguration(draft, details);
    await tx.update(
      Signature,
      { id: signatureId, organizationId },
      {
        subject: configuration.subject,
        messageContent: configuration.messageContent,
        senderName: configuration.senderName,
        expiresDate: configuration.expiresDate,
        scheduledDate: configuration.scheduledDate,
        ccOnComplete: configuration.ccOnComplete,
        requireVerification: configuration.requireVerification,
        categoryId: configuration.categoryId,
        remindEvery: configuration.remindEvery,
        allowHandOver: configuration.allowHandOver,
        locale,
      },
    );
    await tx.insert(
      Signer,
      details.signers.map((signer) => ({
        organizationId,
        signatureId,
        emailKey: emailKey(signer.email),
        ...signer,
      })),
    );
    const signers = await signersOf(tx, draft);
    await this.recipients.add(tx, draft, details.recipients, { addedLater: false });
    await this.forms.assign(tx, draft, signers, { isExpected: hasForm, isChecked: isPrepared });
    await this.fields.assign(tx, fields, signers);
    await this.links.issue(tx, signers);
    if (!isPrepared) await tx.delete(SendPlan, { organizationId, signatureId });
    const signature =
      details.scheduledDate === null
        ? await this.dispatcher.dispatch(tx, draft, documents, { facts, isBulk, signers })
        : await this.lifecycle.move(tx, draft, 'scheduled', {
            ...(await this.forms.facts(tx, draft, documents, signers)),
            ...facts,
          });
    return { signature, signers, signingUrls: await this.signingUrls(tx, draft) };
  }

  /**
   * The documents that are sent, and the fields on them, under the draft's lock.
   * @throws AppError 400 `document_changed`
   */
  private async documentsOf(
    tx: EntityManager,
    draft: Signature,
    { typeset, tried }: Prepared,
    facts: object,
  ): Promise<{ documents: DocumentDigest[]; fields: DocumentField[] }> {
    if (tried === 'before') return toSent(await this.trials.read(tx, draft));
    if (tried) return toSent(await this.trials.readUnchanged(tx, draft, tried));
    // One was uploaded while the text was being typeset.
    if (draft.documentStatus === 'ready') throw documentChanged();
    await this.documents.attach(tx, draft, typeset, facts);
    const documents = [{ n: 1, sha256: typeset.sha256.toString('hex') }];
    return { documents, fields: await fieldsOf(tx, draft) };
  }

  private async signingUrls(
    tx: EntityManager,
    { organizationId, id, type }: Signature,
  ): Promise<Map<number, string>> {
    if (!LINK_RETURNING_TYPES.includes(type)) return new Map();
    const links = await this.links.ofSignature(tx, organizationId, id);
    return new Map(links.map((link) => [link.signerId, this.links.addressOf(link)]));
  }
}

const toSent = ({ documents, fields }: DraftDocuments) => ({
  documents: documents.map(({ n, presented }) => ({ n, sha256: presented.sha256.toString('hex') })),
  fields,
});
