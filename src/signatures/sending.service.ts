import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { Transactions } from '../platform/database/transactions.js';
import { assertDeadlinesAhead } from './deadline.queries.js';
import { DocumentFields } from './document-fields.service.js';
import {
  assertDistinct,
  assertHandOver,
  assertSignerCount,
  type SendDetails,
  toConfiguration,
} from './domain/send-details.js';
import { LINK_RETURNING_TYPES } from './domain/signature.state.js';
import { getDraft, signersOf } from './live-request.queries.js';
import { RequestDispatcher } from './request-dispatcher.service.js';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { SendPlan } from './send-plan.entity.js';
import { SealingTrials, type TriedDocument } from './sealing-trials.service.js';
import { Signature } from './signature.entity.js';
import { Signer } from './signer.entity.js';
import { SignerLinks } from './signer-links.service.js';
import { paperLocale } from './paper-words.js';
import { type StoredDocument } from './stored-document.js';
import { TypesetDocuments } from './typeset-documents.service.js';

/** A request that was sent or scheduled. */
export interface SentRequest {
  signature: Signature;
  signers: Signer[];
  /** By signer: the signing links of the types that return them; empty for the others. */
  signingUrls: ReadonlyMap<number, string>;
}

interface Sending {
  caller: Caller;
  signatureId: number;
  details: SendDetails;
  /** Null if the draft has a document. */
  typeset: StoredDocument | null;
  /** Null if it has none. */
  tried: TriedDocument | null;
}

/** Sends drafts to their signers, at once or at a scheduled time. */
@Injectable()
export class SendingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: TypesetDocuments,
    private readonly fields: DocumentFields,
    private readonly dispatcher: RequestDispatcher,
    private readonly lifecycle: RequestLifecycle,
    private readonly links: SignerLinks,
    private readonly trials: SealingTrials,
  ) {}

  /**
   * @throws AppError 400 for duplicate addresses, deadlines in the past, a document that could not be completed with these
   * signers and fields, or a request that is not a draft; 404
   */
  async send(caller: Caller, signatureId: number, details: SendDetails): Promise<SentRequest> {
    assertDistinct(details.signers);
    const { organizationId } = caller;
    const key = { organizationId, signatureId };
    const typeset = await this.documents.typesetIfMissing(key, details);
    const tried = typeset ? null : await this.trials.tryDraft(key, details.signers);
    return this.documents.keepOrDiscard(typeset, () =>
      this.transactions.run((tx) => this.sendLocked(tx, { caller, signatureId, details, typeset, tried })),
    );
  }

  private async sendLocked(
    tx: EntityManager,
    { caller, signatureId, details, typeset, tried }: Sending,
  ): Promise<SentRequest> {
    const { organizationId } = caller;
    const draft = await getDraft(tx, { organizationId, signatureId }, { lock: true });
    assertSignerCount(draft, details);
    assertHandOver(draft, details);
    if (tried) await this.trials.assertUnchanged(tx, draft, tried);
    const facts = callFacts(caller);
    if (typeset) await this.documents.attach(tx, draft, typeset, facts);
    await assertDeadlinesAhead(tx, details);
    const locale = await paperLocale(tx, organizationId, details.signers);
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
    await this.fields.assign(tx, draft, signers);
    await this.links.issue(tx, signers);
    await tx.delete(SendPlan, { organizationId, signatureId });
    const signature =
      details.scheduledDate === null
        ? await this.dispatcher.dispatch(tx, draft, facts)
        : await this.lifecycle.move(tx, draft, 'scheduled', facts);
    return { signature, signers, signingUrls: await this.signingUrls(tx, draft) };
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
