import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { LINK_MINUTES } from './domain/link-minutes.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { EXPIRE_VERIFICATION } from './verification-job.kinds.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLinks } from './verification-links.js';
import { insertVerification } from './verification-start.queries.js';
import { VERIFICATIONS } from './verification-topic.js';

/** The kind of mail that carries the link of a short-form verification. */
export const LINK_MAIL = 'verification.link';

/** The caller's part of a new verification. */
export type NewVerification = Pick<
  IdentityVerification,
  'organizationId' | 'email' | 'firstName' | 'lastName' | 'fullName' | 'documentType' | 'verificationMethod'
> &
  Partial<
    Pick<
      IdentityVerification,
      'shortForm' | 'redirectUrl' | 'metadata' | 'signatureId' | 'signerId' | 'locale' | 'begunByUserId'
    >
  > & {
    /** Stored encrypted and never shown; replaces `redirectUrl`. */
    returnUrl?: string;
    /** How long the link works; the usual time by default. */
    expiresInMinutes?: number | null;
  };

export interface StartedVerification {
  verification: IdentityVerification;
  /** 64 hexadecimal characters, shown once. */
  token: string;
  sessionUrl: string;
}

/** Starts verifications of every kind. */
@Injectable()
export class VerificationStarter {
  constructor(
    private readonly links: VerificationLinks,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
    private readonly changes: OrganizationChanges,
  ) {}

  /** Creates a verification with its link, first event and expiry timer; the short form's link is also mailed. */
  async start(
    tx: EntityManager,
    { returnUrl, expiresInMinutes, ...input }: NewVerification,
  ): Promise<StartedVerification> {
    const sessionId = randomUUID();
    const { token, tokenHash, tokenSealed } = this.links.issue(sessionId);
    const row = {
      ...input,
      sessionId,
      shortForm: input.shortForm ?? false,
      metadata: (input.metadata ?? {}) as never,
      returnUrlSealed: returnUrl === undefined ? null : this.links.sealReturnUrl(sessionId, returnUrl),
      tokenHash,
      tokenSealed,
    };
    const id = await insertVerification(tx, row, expiresInMinutes ?? LINK_MINUTES.usual);
    const { organizationId } = input;
    const verification = await tx.findOneByOrFail(IdentityVerification, { organizationId, id });
    await this.journal.record(tx, verification, 'identity_verification.created');
    this.changes.mark(tx, organizationId, VERIFICATIONS);
    const payload = { organizationId, verificationId: id };
    await this.jobs.enqueue(tx, { kind: EXPIRE_VERIFICATION, payload, runAt: verification.expiresAt });
    if (verification.shortForm) {
      await this.journal.audit(tx, verification, 'link_mail_queued');
      await this.mails.enqueue(tx, { kind: LINK_MAIL, organizationId, ids: { verificationId: id } });
    }
    return { verification, token, sessionUrl: this.links.address(token) };
  }
}
