import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { DocumentReport } from './document-report.entity.js';
import { type ReportResult } from './domain/decision.js';
import { splitName } from './domain/person-name.js';
import { type VerificationStatus } from './domain/verification.state.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { EXPIRE_VERIFICATION } from './verification-jobs.js';
import { VerificationJournal } from './verification-journal.service.js';
import { VerificationLinks } from './verification-links.service.js';
import { VerificationQueries } from './verification.queries.js';

const SESSION_MINUTES = 60;

/** Of the mail with the link that the short form sends. */
export const LINK_MAIL = 'verification.link';

/** What a verification is begun with; the rest is made. */
export type NewVerification = Pick<
  IdentityVerification,
  'organizationId' | 'email' | 'firstName' | 'lastName' | 'fullName' | 'documentType' | 'verificationMethod'
> &
  Partial<
    Pick<IdentityVerification, 'shortForm' | 'redirectUrl' | 'metadata' | 'signatureId' | 'signerId'>
  > & {
    /** Kept encrypted and shown to nobody, in place of `redirectUrl`. */
    returnUrl?: string;
  };

export interface SignerVerificationRequest {
  organizationId: number;
  signatureId: number;
  signerId: number;
  email: string;
  /** Null where the sender gave none: then nothing is compared, and the verified name may become the signer's. */
  name: string | null;
  /** The signing page, to which the person returns. It may hold the signer's link: it is kept encrypted. */
  redirectUrl: string;
}

/** Where a signer's verification stands. */
export interface SignerVerification {
  id: number;
  status: VerificationStatus;
  /** Null until there is a report; `manual_review` while a human's decision is awaited. */
  reportResult: ReportResult | null;
  /** The name on an approved document, as it stands there, or null. */
  verifiedName: string | null;
  /** Where the signer goes on; null once the verification has come to its end. */
  sessionUrl: string | null;
}

/** Begins verifications and says where they stand. */
@Injectable()
export class VerificationsService {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
  ) {}

  /** A new verification with its link, its first event and its timer; the short form's link goes out by mail. */
  async create(
    tx: EntityManager,
    input: NewVerification,
  ): Promise<{ verification: IdentityVerification; token: string }> {
    const { returnUrl, ...values } = input;
    const sessionId = randomUUID();
    const { token, tokenHash, tokenSealed } = this.links.issue(sessionId);
    const inserted = await tx.insert(IdentityVerification, {
      ...values,
      sessionId,
      state: 'pending',
      shortForm: input.shortForm ?? false,
      metadata: (input.metadata ?? {}) as never,
      returnUrlSealed: returnUrl === undefined ? null : this.links.sealReturnUrl(sessionId, returnUrl),
      tokenHash,
      tokenSealed,
      expiresAt: () => `app_now() + interval '${SESSION_MINUTES} minutes'`,
    });
    const { id } = inserted.identifiers[0] as { id: number };
    const { organizationId } = input;
    const verification = await tx.findOneByOrFail(IdentityVerification, { organizationId, id });
    await this.journal.record(tx, verification, 'identity_verification.created');
    const payload = { organizationId, verificationId: id };
    await this.jobs.enqueue(tx, { kind: EXPIRE_VERIFICATION, payload, runAt: verification.expiresAt });
    if (verification.shortForm)
      await this.mails.enqueue(tx, { kind: LINK_MAIL, organizationId, ids: { verificationId: id } });
    return { verification, token };
  }

  /** Begins a signer's verification; an ordinary one, listed and delivered like every other. */
  async startForSigner(
    tx: EntityManager,
    { organizationId, signatureId, signerId, email, name, redirectUrl }: SignerVerificationRequest,
  ): Promise<{ id: number; sessionUrl: string }> {
    const { verification, token } = await this.create(tx, {
      organizationId,
      email,
      ...splitName(name ?? ''),
      documentType: null,
      verificationMethod: 'combined',
      metadata: { signatureId, signerId },
      signatureId,
      signerId,
      returnUrl: redirectUrl,
    });
    return { id: verification.id, sessionUrl: this.links.address(token) };
  }

  /** The signer's newest verification, or null where there is none. */
  async latestForSigner(
    tx: EntityManager,
    organizationId: number,
    signerId: number,
  ): Promise<SignerVerification | null> {
    const where = { organizationId, signerId };
    const verification = await tx.findOne(IdentityVerification, { where, order: { id: 'DESC' } });
    if (!verification) return null;
    const { id, status } = verification;
    const report = await tx.findOneBy(DocumentReport, { organizationId, verificationId: id });
    return {
      id,
      status,
      reportResult: report?.result ?? null,
      verifiedName: report?.result === 'approved' ? nameOf(report) : null,
      sessionUrl: this.links.sessionUrl(verification),
    };
  }
}

function nameOf({ extractedData: { firstName, lastName } }: DocumentReport): string | null {
  return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null;
}
