import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { VerificationQueries, wasReviewRequested } from '../identity-verifications/verification.queries.js';
import { type DomainEvent, type DomainEventType } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { RequestMails } from '../signatures/request-mails.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.js';
import { getSigner } from '../signatures/signers/signer.queries.js';
import { MAX_VERIFICATIONS } from './domain/signing-context.js';
import { identityProofOf } from './identity-proof.queries.js';
import { IDENTITY_FAILED_MAIL } from './signing-mail.kinds.js';

const OUTCOMES: Readonly<Partial<Record<DomainEventType, SignatureAuditType>>> = {
  'identity_verification.completed': 'identity_passed',
  'identity_verification.failed': 'identity_failed',
  'identity_verification.expired': 'identity_failed',
};

/** Handles the end of a signer's identity check, in the same transaction. */
@Injectable()
export class IdentityOutcomes implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly audit: SignatureAudit,
    private readonly requestMails: RequestMails,
    private readonly mails: MailQueue,
    private readonly verifications: VerificationQueries,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.handle(tx, event));
  }

  private async handle(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    const outcome = OUTCOMES[type];
    if (outcome === undefined) return;
    const verification = await this.verifications.find(tx, organizationId, data.id);
    if (verification?.signerId == null) return;
    const { id: verificationId, signerId } = verification;
    const wasReviewed = await wasReviewRequested(tx, verification);
    const signer = await getSigner(tx, organizationId, signerId);
    const { signatureId } = signer;
    await this.audit.record(tx, {
      organizationId,
      signatureId,
      signerId,
      type: outcome,
      data: await identityProofOf(tx, verification, wasReviewed),
    });
    const begun = await this.audit.verificationsOf(tx, signer);
    if (begun.at(-1) !== verificationId || signer.status !== 'pending') return;
    if (outcome === 'identity_failed' && begun.length >= MAX_VERIFICATIONS) {
      await this.mails.enqueue(tx, { kind: IDENTITY_FAILED_MAIL, organizationId, ids: { signerId } });
    } else if (wasReviewed) {
      // A review takes hours and the signer has left, so the link is sent again.
      await this.requestMails.notifyTurn(tx, signer);
    }
  }
}
