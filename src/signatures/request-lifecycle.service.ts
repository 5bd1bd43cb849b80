import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { assertMove, IllegalMoveError } from '../common/transitions.js';
import { SIGNATURE_TRANSITIONS, type SignatureStatus } from './domain/signature.state.js';
import { SIGNER_TRANSITIONS, type SignerStatus } from './domain/signer.state.js';
import { signersInTurn } from './domain/signing-order.policy.js';
import { RequestJobs } from './request-jobs.service.js';
import { RequestMails } from './request-mails.service.js';
import { SignatureEventPublisher } from './signature-event-publisher.service.js';
import { SignatureAudit, type SignatureAuditType } from './signature-audit.service.js';
import { Signature } from './signature.entity.js';
import { type SignatureEventType } from './signature.events.js';
import { LIVE_REQUEST, signersOf } from './live-request.queries.js';
import { SendPlan } from './send-plan.entity.js';
import { SignerDrafts } from './signer-drafts.service.js';
import { SignerLinks } from './signer-links.service.js';
import { SignerPads } from './signer-pads.service.js';
import { SignerPictures } from './signer-pictures.service.js';
import { type Mark, Signer } from './signer.entity.js';

type Facts = Record<string, unknown>;
/** What a request may move to: nothing becomes a draft again. */
type MovedStatus = Exclude<SignatureStatus, 'draft'>;
type Step = (tx: EntityManager, moved: Signature, from: SignatureStatus) => Promise<void>;

/** What follows a change of a request, in order. */
interface Consequences {
  /** Absent if the signer's own event records it. */
  audit?: SignatureAuditType;
  mails?: Step;
  event?: SignatureEventType;
  /** Links, pictures, drafts, pads and jobs. */
  cleanUp?: Step;
}

/** What a signer leaves when they sign. */
export type GivenSignature = Pick<Signer, 'name' | 'verifiedName' | 'witnessName'> & { mark: Mark };

/**
 * Moves requests and their signers from status to status; nothing else writes either. The caller holds the locks of the
 * rows that decide. Each statement also names the status it leaves, so that a move fails if the row has moved since.
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
      mails: (tx, request) => this.mails.invite(tx, request),
      event: 'signature.created',
      cleanUp: (tx, request, from) => this.jobs.awaitSignatures(tx, request, from),
    },
    partially_signed: { event: 'signature.partially_signed' },
    completed: {
      audit: 'completed',
      mails: (tx, request) => this.mails.tellCompleted(tx, request),
      event: 'signature.completed',
      cleanUp: (tx, { organizationId, id }) =>
        this.links.voidOfSignature(tx, organizationId, id, 'completed'),
    },
    rejected: {
      mails: (tx, request) => this.mails.tellRejected(tx, request),
      event: 'signature.rejected',
      cleanUp: (tx, request) => this.forgetUnsigned(tx, request),
    },
    expired: {
      audit: 'expired',
      mails: (tx, request, from) => this.mails.tellExpired(tx, request, from),
      event: 'signature.expired',
      cleanUp: (tx, request) => this.forgetUnsigned(tx, request),
    },
    cancelled: {
      audit: 'cancelled',
      mails: (tx, request, from) => this.mails.tellCancelled(tx, request, from),
      event: 'signature.cancelled',
      cleanUp: async (tx, request) => {
        await this.links.voidOfSignature(tx, request.organizationId, request.id, 'cancelled');
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
    private readonly drafts: SignerDrafts,
    private readonly pads: SignerPads,
    private readonly jobs: RequestJobs,
  ) {}

  /**
   * Moves the request and does all that follows from it.
   * @param facts for the audit event
   * @throws IllegalMoveError if the table has no such move, or the request has left `request.status` or was cancelled
   */
  async move(tx: EntityManager, request: Signature, to: MovedStatus, facts: Facts = {}): Promise<Signature> {
    assertMove(SIGNATURE_TRANSITIONS, request.status, to);
    const sent = to === 'created' ? { dateSent: () => 'app_now()' } : {};
    const moved = await this.change(tx, request, { status: to, ...sent });
    await this.follow(tx, moved, request.status, this.consequences[to], facts);
    return moved;
  }

  /** Soft-deletes the request and leaves its status. @throws IllegalMoveError if it has moved or was cancelled */
  async cancel(tx: EntityManager, request: Signature, facts: Facts): Promise<Signature> {
    const cancelled = await this.change(tx, request, { deletedAt: () => 'app_now()' });
    await this.follow(tx, cancelled, request.status, this.consequences.cancelled, facts);
    return cancelled;
  }

  /** After the last signature the document is sealed, which completes the request later; after any other, the next signers are called. */
  async sign(
    tx: EntityManager,
    request: Signature,
    signer: Signer,
    given: GivenSignature,
    facts: Facts,
  ): Promise<void> {
    await this.moveSigner(tx, signer, 'signed', { ...given, signedAt: () => 'app_now()' }, facts);
    if (given.mark.kind !== 'uploaded') await this.pictures.forget(tx, signer);
    const signers = await signersOf(tx, request);
    if (signers.every(({ status }) => status === 'signed')) return this.jobs.seal(tx, request);
    await this.jobs.signFields(tx, request);
    for (const next of nextInTurn(signers, signer)) await this.mails.callUp(tx, next);
    if (request.status === 'created') await this.move(tx, request, 'partially_signed');
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

  /** What was given and not signed goes with the end of the request. */
  private async forgetUnsigned(tx: EntityManager, request: Signature): Promise<void> {
    await this.pictures.forgetUnsigned(tx, request);
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
  ): Promise<void> {
    const { organizationId, id: signatureId } = moved;
    if (audit) await this.audit.record(tx, { organizationId, signatureId, type: audit, data });
    await mails?.(tx, moved, from);
    if (event) await this.events.publish(tx, event, moved);
    await cleanUp?.(tx, moved, from);
  }
}

/** The signers whose turn begins now that `signed` has signed. */
function nextInTurn(signers: Signer[], { id: signed }: Signer): Signer[] {
  const before = signers.map((signer) =>
    signer.id === signed ? { ...signer, status: 'pending' as const } : signer,
  );
  const called = new Set(signersInTurn(before).map(({ id }) => id));
  return signersInTurn(signers).filter(({ id }) => !called.has(id));
}
