import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { assertMove, IllegalMoveError } from '../common/transitions.js';
import { type CancellationReason } from './domain/cancellation.js';
import { type RecipientStatus, recipientTransitions } from './domain/recipient.state.js';
import { SIGNATURE_TRANSITIONS, type SignatureStatus } from './domain/signature.state.js';
import { SIGNER_TRANSITIONS, type SignerStatus } from './domain/signer.state.js';
import { isEveryoneDone, type Participants, reachedBetween } from './domain/signing-order.policy.js';
import { FormFiles } from './form/form-files.js';
import { RequestJobs } from './internal/request-jobs.js';
import { type RecipientEventType, type SignatureEventType } from './internal/signature.events.js';
import { SignatureEventPublisher } from './internal/signature-event-publisher.js';
import { LIVE_REQUEST, signersOf } from './live-request.queries.js';
import { Recipient } from './recipients/recipient.entity.js';
import { recipientsOf } from './recipients/recipient.queries.js';
import { RecipientLinks } from './recipients/recipient-links.js';
import { RecipientMails } from './recipients/recipient-mails.js';
import { RequestMails } from './request-mails.js';
import { SendPlan } from './send-plan.entity.js';
import { Signature } from './signature.entity.js';
import { SignatureAudit, type SignatureAuditType } from './signature-audit.js';
import { type Mark, Signer } from './signers/signer.entity.js';
import { SignerDrafts } from './signers/signer-drafts.js';
import { SignerLinks } from './signers/signer-links.js';
import { SignerPads } from './signers/signer-pads.js';
import { SignerPictures } from './signers/signer-pictures.js';

type Facts = Record<string, unknown>;
/** The statuses a request can move to: none becomes a draft again. */
type MovedStatus = Exclude<SignatureStatus, 'draft'>;
interface Way {
  /** Whether the request is one of many that are sent at once: then its mails go after all others. */
  isBulk?: boolean;
}
type Mails = (
  tx: EntityManager,
  moved: Signature,
  signers: Signer[],
  from: SignatureStatus,
  way: Way,
) => Promise<void>;
type CleanUp = (tx: EntityManager, moved: Signature, from: SignatureStatus) => Promise<void>;

/** The consequences of a change to a request, in order. */
interface Consequences {
  /** Absent if the signer's own event records it. */
  audit?: SignatureAuditType;
  mails?: Mails;
  event?: SignatureEventType;
  /** Cleans up links, pictures, drafts, pads and jobs. */
  cleanUp?: CleanUp;
}

/** What a signer provides when signing. */
export type GivenSignature = Pick<Signer, 'name' | 'verifiedName' | 'witnessName'> & { mark: Mark };

/**
 * Moves requests, their signers and recipients from status to status; nothing else writes either. The caller holds the locks of
 * the deciding rows. Each statement also names the status it leaves, so a move fails if the row has moved since.
 */
@Injectable()
export class RequestLifecycle {
  private readonly consequences: Record<MovedStatus | 'cancelled', Consequences> = {
    scheduled: {
      audit: 'scheduled',
      cleanUp: (tx, request) => this.jobs.awaitDispatch(tx, request),
    },
    created: {
      audit: 'sent',
      mails: (tx, request, signers, _from, { isBulk }) => this.mails.invite(tx, request, signers, isBulk),
      event: 'signature.created',
      cleanUp: (tx, request, from) => this.jobs.awaitSignatures(tx, request, from),
    },
    partially_signed: { event: 'signature.partially_signed' },
    completed: {
      audit: 'completed',
      mails: (tx, request, signers) => this.mails.notifyCompleted(tx, request, signers),
      event: 'signature.completed',
      cleanUp: (tx, { organizationId, id }) =>
        this.links.voidOfSignature(tx, organizationId, id, 'completed'),
    },
    rejected: {
      mails: (tx, request, signers) => this.mails.notifyRejected(tx, request, signers),
      event: 'signature.rejected',
      cleanUp: (tx, request) => this.forgetUnsigned(tx, request),
    },
    expired: {
      audit: 'expired',
      mails: (tx, request, signers, from) => this.mails.notifyExpired(tx, request, signers, from),
      event: 'signature.expired',
      cleanUp: (tx, request) => this.forgetUnsigned(tx, request),
    },
    cancelled: {
      audit: 'cancelled',
      mails: (tx, request, signers, from) => this.mails.notifyCancelled(tx, request, signers, from),
      event: 'signature.cancelled',
      cleanUp: async (tx, request) => {
        await this.links.voidOfSignature(tx, request.organizationId, request.id, 'cancelled');
        await this.recipientLinks.voidOfSignature(tx, request.organizationId, request.id, 'cancelled');
        await this.forgetUnsigned(tx, request);
        await tx.delete(SendPlan, { organizationId: request.organizationId, signatureId: request.id });
      },
    },
  };

  constructor(
    private readonly audit: SignatureAudit,
    private readonly mails: RequestMails,
    private readonly events: SignatureEventPublisher,
    private readonly links: SignerLinks,
    private readonly pictures: SignerPictures,
    private readonly formFiles: FormFiles,
    private readonly drafts: SignerDrafts,
    private readonly pads: SignerPads,
    private readonly jobs: RequestJobs,
    private readonly recipientLinks: RecipientLinks,
    private readonly recipientMails: RecipientMails,
  ) {}

  /**
   * Moves the request and carries out all consequences.
   * @param facts for the audit event
   * @throws IllegalMoveError if the move is not in the table, or the request has left `request.status` or was
   * cancelled
   */
  async move(
    tx: EntityManager,
    request: Signature,
    to: MovedStatus,
    facts: Facts = {},
    way: Way = {},
  ): Promise<Signature> {
    assertMove(SIGNATURE_TRANSITIONS, request.status, to);
    const sent = to === 'created' ? { dateSent: () => 'app_now()' } : {};
    const moved = await this.change(tx, request, { status: to, ...sent });
    await this.follow(tx, moved, request.status, this.consequences[to], facts, way);
    return moved;
  }

  /** Soft-deletes the request, keeping its status. @throws IllegalMoveError if it has moved or was cancelled */
  async cancel(
    tx: EntityManager,
    request: Signature,
    facts: Facts,
    reason?: CancellationReason,
  ): Promise<Signature> {
    const explained = reason && {
      cancellationReason: reason.text,
      cancellationReasonShown: reason.isShownToSigners,
    };
    const cancelled = await this.change(tx, request, { deletedAt: () => 'app_now()', ...explained });
    await this.follow(tx, cancelled, request.status, this.consequences.cancelled, facts);
    return cancelled;
  }

  /** After the last act of anyone, queues sealing, which later completes the request; after any other, notifies who is next. */
  async sign(
    tx: EntityManager,
    request: Signature,
    signer: Signer,
    given: GivenSignature,
    facts: Facts,
  ): Promise<void> {
    await this.moveSigner(tx, signer, 'signed', { ...given, signedAt: () => 'app_now()' }, facts);
    if (given.mark.kind !== 'uploaded') await this.pictures.forget(tx, signer);
    const { signers, recipients } = await participantsOf(tx, request);
    const before = signers.map((each) =>
      each.id === signer.id ? { ...each, status: 'pending' as const } : each,
    );
    if (await this.goOn(tx, request, { signers: before, recipients }, { signers, recipients })) return;
    await this.jobs.signFields(tx, request);
    if (request.status === 'created') await this.move(tx, request, 'partially_signed');
  }

  /**
   * Records that an approver has approved, a reader has read, or a copy has gone out. If nobody else has to act, queues
   * sealing; otherwise notifies those whose turn it is now.
   */
  async acknowledge(
    tx: EntityManager,
    request: Signature,
    recipient: Recipient,
    to: 'approved' | 'viewed' | 'told',
    facts: Facts,
  ): Promise<void> {
    await this.moveRecipient(tx, recipient, to, {});
    const type = to === 'told' ? 'copied' : to;
    await this.recordRecipient(tx, recipient, type, facts);
    const { signers, recipients } = await participantsOf(tx, request);
    if (to !== 'told') await this.publishOf(tx, request, recipient, `signature.recipient_${to}`, signers);
    if (!recipient.required) return;
    const before = recipients.map((each) =>
      each.id === recipient.id ? { ...each, status: 'pending' as const } : each,
    );
    await this.goOn(tx, request, { signers, recipients: before }, { signers, recipients });
  }

  /** An approver says no, which ends the request for everyone. */
  async rejectApproval(
    tx: EntityManager,
    request: Signature,
    recipient: Recipient,
    reason: string,
    facts: Facts,
  ): Promise<void> {
    await this.moveRecipient(tx, recipient, 'rejected', { rejectionReason: reason });
    await this.recordRecipient(tx, recipient, 'rejected', { ...facts, reason });
    const moved = await this.move(tx, request, 'rejected');
    await this.publishOf(tx, moved, recipient, 'signature.recipient_rejected', await signersOf(tx, request));
  }

  private async publishOf(
    tx: EntityManager,
    request: Signature,
    { organizationId, signatureId, id }: Recipient,
    type: RecipientEventType,
    signers: Signer[],
  ): Promise<void> {
    const recipient = await tx.findOneByOrFail(Recipient, { organizationId, signatureId, id });
    await this.events.publishOfRecipient(tx, type, request, signers, recipient);
  }

  /** Queues sealing once everyone is done, and otherwise notifies those whose turn it is now. @returns whether everyone is */
  private async goOn(
    tx: EntityManager,
    request: Signature,
    before: Participants,
    after: Participants<Signer, Recipient>,
  ): Promise<boolean> {
    if (isEveryoneDone(after)) {
      await this.jobs.seal(tx, request);
      return true;
    }
    const next = reachedBetween(before, after);
    for (const signer of next.signers) await this.mails.notifyTurn(tx, signer);
    await this.recipientMails.tellInTurn(tx, next.recipients);
    return false;
  }

  /** Ends the request for all signers. */
  async reject(
    tx: EntityManager,
    request: Signature,
    signer: Signer,
    reason: string,
    facts: Facts,
  ): Promise<void> {
    const rejected = { rejectedAt: () => 'app_now()', rejectionReason: reason };
    await this.moveSigner(tx, signer, 'rejected', rejected, { ...facts, reason });
    await this.move(tx, request, 'rejected');
  }

  private async moveSigner(
    tx: EntityManager,
    signer: Signer,
    to: Exclude<SignerStatus, 'pending'>,
    changes: QueryDeepPartialEntity<Signer>,
    data: Facts,
  ): Promise<void> {
    const { id: signerId, organizationId, signatureId, status: from } = signer;
    assertMove(SIGNER_TRANSITIONS, from, to);
    const guard = { id: signerId, organizationId, status: from };
    const { affected } = await tx.update(Signer, guard, { ...changes, status: to });
    if (affected !== 1) throw new IllegalMoveError(`signer ${signerId} is no longer ${from}`);
    await this.drafts.forget(tx, signer);
    await this.pads.forget(tx, signer);
    await this.audit.record(tx, { organizationId, signatureId, signerId, type: to, data });
  }

  private async moveRecipient(
    tx: EntityManager,
    { organizationId, signatureId, id, action, status: from }: Recipient,
    to: Exclude<RecipientStatus, 'pending'>,
    changes: QueryDeepPartialEntity<Recipient>,
  ): Promise<void> {
    assertMove(recipientTransitions(action), from, to);
    const guard = { organizationId, signatureId, id, status: from, removedAt: IsNull() };
    const { affected } = await tx.update(Recipient, guard, {
      ...changes,
      status: to,
      actedAt: () => 'app_now()',
    });
    if (affected !== 1) throw new IllegalMoveError(`recipient ${id} is no longer ${from}, or was removed`);
  }

  private recordRecipient(
    tx: EntityManager,
    { organizationId, signatureId, id: recipientId }: Recipient,
    type: SignatureAuditType,
    data: Facts,
  ): Promise<void> {
    return this.audit.record(tx, { organizationId, signatureId, recipientId, type, data });
  }

  /** Removes unsigned entries when the request ends. */
  private async forgetUnsigned(tx: EntityManager, request: Signature): Promise<void> {
    await this.pictures.forgetUnsigned(tx, request);
    await this.formFiles.forgetUnsigned(tx, request);
    await this.drafts.forgetAll(tx, request);
    await this.pads.forgetAll(tx, request);
  }

  private async change(
    tx: EntityManager,
    { id, organizationId, status: from }: Signature,
    changes: QueryDeepPartialEntity<Signature>,
  ): Promise<Signature> {
    const guard = { id, organizationId, status: from, ...LIVE_REQUEST };
    const { affected } = await tx.update(Signature, guard, { ...changes, updatedAt: () => 'app_now()' });
    if (affected !== 1) throw new IllegalMoveError(`request ${id} is no longer ${from}, or was cancelled`);
    return tx.findOneByOrFail(Signature, { id, organizationId });
  }

  private async follow(
    tx: EntityManager,
    moved: Signature,
    from: SignatureStatus,
    { audit, mails, event, cleanUp }: Consequences,
    data: Facts,
    way: Way = {},
  ): Promise<void> {
    const { organizationId, id: signatureId } = moved;
    if (audit) await this.audit.record(tx, { organizationId, signatureId, type: audit, data });
    const signers = mails || event ? await signersOf(tx, moved) : [];
    await mails?.(tx, moved, signers, from, way);
    if (event) await this.events.publish(tx, event, moved, signers);
    await cleanUp?.(tx, moved, from);
  }
}

/** Everyone who has a part in a request. */
async function participantsOf(tx: EntityManager, request: Signature) {
  return { signers: await signersOf(tx, request), recipients: await recipientsOf(tx, request) };
}
