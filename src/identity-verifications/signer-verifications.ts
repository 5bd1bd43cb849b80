import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentReport } from './document-report.entity.js';
import { type ReportResult } from './domain/decision.js';
import { splitName } from './domain/person-name.js';
import { type VerificationStatus } from './domain/verification.state.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationLinks } from './verification-links.js';
import { VerificationStarter } from './verification-starter.js';

export interface SignerVerificationRequest {
  organizationId: number;
  signatureId: number;
  signerId: number;
  email: string;
  /** Null if the sender gave none: then no name is compared, and the verified name can become the signer's. */
  name: string | null;
  /** The signer's own; null for the organization's. */
  locale: string | null;
  /** The signing page to return to. It may contain the signer's link, so it is stored encrypted. */
  redirectUrl: string;
}

/** The state of a signer's verification. */
export interface SignerVerification {
  id: number;
  status: VerificationStatus;
  /** Null until there is a report; `manual_review` while a reviewer's decision is pending. */
  reportResult: ReportResult | null;
  /** The name on an approved document, as printed there, or null. */
  verifiedName: string | null;
  /** Where the signer continues; null once the verification has ended. */
  sessionUrl: string | null;
}

/** The verifications required by signing requests: ordinary ones, listed and delivered like any other. */
@Injectable()
export class SignerVerifications {
  constructor(
    private readonly starter: VerificationStarter,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
  ) {}

  async start(
    tx: EntityManager,
    { organizationId, signatureId, signerId, email, name, locale, redirectUrl }: SignerVerificationRequest,
  ): Promise<{ id: number; sessionUrl: string }> {
    const { verification, sessionUrl } = await this.starter.start(tx, {
      organizationId,
      email,
      locale,
      ...splitName(name ?? ''),
      documentType: null,
      verificationMethod: 'combined',
      metadata: { signatureId, signerId },
      signatureId,
      signerId,
      returnUrl: redirectUrl,
    });
    return { id: verification.id, sessionUrl };
  }

  /** The signer's latest verification, or null. */
  async latest(
    tx: EntityManager,
    organizationId: number,
    signerId: number,
  ): Promise<SignerVerification | null> {
    const where = { organizationId, signerId };
    const verification = await tx.findOne(IdentityVerification, { where, order: { id: 'DESC' } });
    if (!verification) return null;
    const { id, status } = verification;
    const report = await this.queries.report(tx, organizationId, id);
    return {
      id,
      status,
      reportResult: report?.result ?? null,
      verifiedName: report?.result === 'approved' ? nameOn(report) : null,
      sessionUrl: this.links.sessionUrl(verification),
    };
  }
}

function nameOn({ extractedData: { firstName, lastName } }: DocumentReport): string | null {
  return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null;
}
