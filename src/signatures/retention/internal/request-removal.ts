import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { canonicalJson } from '../../../audit-chain/canonical-json.js';
import { ERASED } from '../../../audit-chain/hand-over.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { furtherDocuments } from '../../documents/request-documents.queries.js';
import { DOCUMENT_KINDS } from '../../documents/signature-document.entity.js';
import { hasEnded } from '../../domain/signature.state.js';
import { findAnyRequest, findLiveRequest, type RequestKey, signersOf } from '../../live-request.queries.js';
import { everyRecipientOf } from '../../recipients/recipient.queries.js';
import { RequestLifecycle } from '../../request-lifecycle.js';
import { Signature } from '../../signature.entity.js';
import { SignatureAudit, toChainedEvent } from '../../signature-audit.js';
import { impersonalOf } from '../domain/person-traces.js';
import { type RequestTexts } from './person-requests.queries.js';
import { isIdle } from './removal.queries.js';
import { RequestContents } from './request-contents.js';

/** Marks events in the trail as caused by the end of the organization's retention period, not by a person. */
const BY_RETENTION = { cause: 'retention' };
const NO_TEXTS: Omit<RequestTexts, 'furtherNames'> = {
  senderName: ERASED,
  subject: '',
  messageContent: '',
  originalDocumentName: ERASED,
  cancellationReason: null,
};

/**
 * Removes the contents of requests that an organization no longer keeps, like the erasure of a person, but for
 * everybody. Times, statuses and hashes stay, and the audit trail gets a tombstone.
 */
@Injectable()
export class RequestRemoval {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: SignatureAudit,
    private readonly lifecycle: RequestLifecycle,
    private readonly contents: RequestContents,
  ) {}

  /** Does nothing if the request has not ended, or its contents are already removed. */
  removeEnded(key: RequestKey): Promise<void> {
    return this.transactions.run(async (tx) => {
      const request = await findAnyRequest(tx, key, { lock: true });
      if (request && hasEnded(request) && !request.contentsRemovedAt) await this.empty(tx, request);
    });
  }

  /** Cancels a draft and removes its contents, unless it was touched within this many days. */
  removeDraft(key: RequestKey, days: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      const draft = await findLiveRequest(tx, key, { statuses: ['draft'], lock: true });
      if (!draft || !(await isIdle(tx, key, days))) return;
      await this.empty(tx, await this.lifecycle.cancel(tx, draft, BY_RETENTION));
    });
  }

  private async empty(tx: EntityManager, request: Signature): Promise<void> {
    const { id, organizationId } = request;
    const signers = await signersOf(tx, request);
    const recipients = await everyRecipientOf(tx, request);
    const further = await furtherDocuments(tx, request);
    const furtherNames = new Map(further.map((document) => [document.id, ERASED]));
    const trail = (await this.audit.trail(tx, organizationId, id)).map(toChainedEvent);
    const left = trail.map((event) => ({ event, data: impersonalOf(event) }));
    const changed = left.filter(({ event, data }) => canonicalJson(data) !== canonicalJson(event.data));
    await this.contents.take(tx, request, {
      email: null,
      signerIds: signers.map((signer) => signer.id),
      recipientIds: recipients.map((recipient) => recipient.id),
      kinds: DOCUMENT_KINDS,
      texts: { ...NO_TEXTS, furtherNames },
      trail,
      remains: new Map(changed.map(({ event, data }) => [event.number, data])),
      facts: BY_RETENTION,
    });
    await tx.update(Signature, { id, organizationId }, { contentsRemovedAt: () => 'app_now()' });
  }
}
