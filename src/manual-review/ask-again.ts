import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import {
  ASKABLE_PARTS,
  type AskedPart,
  type AskReason,
  askReasonsFor,
} from '../identity-verifications/domain/asked-part.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { VerificationReviews } from '../identity-verifications/verification-reviews.js';
import { endClaim } from './review-claim.queries.js';

export interface AskRequest {
  organizationId: number;
  verificationId: number;
  /** `front`, `back` or `face`. */
  part: string;
  /** One of the part's reasons, as text the person reads. */
  reason: string;
}

/** Lets a reviewer ask the person for a side or the face again. */
@Injectable()
export class AskAgain {
  constructor(
    private readonly verifications: VerificationQueries,
    private readonly reviews: VerificationReviews,
  ) {}

  /**
   * Reopens the session, and mails the person a new link. Any claim on the case ends.
   * @throws AppError 404 for an unknown verification; 400 for an unknown part or reason, `not_in_review` if no
   * decision is pending, and `not_askable` for a part that was asked for before or that the verification lacks
   */
  async ask(tx: EntityManager, { organizationId, verificationId, ...asked }: AskRequest): Promise<void> {
    const part = partOf(asked.part);
    const reason = reasonOf(part, asked.reason);
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    if (!locked) throw notFound('Identity verification');
    if (locked.verification.state !== 'reviewing')
      throw refused('not_in_review', 'This identity verification is not waiting for a decision');
    await this.reviews.askAgain(tx, locked.verification, part, reason);
    await endClaim(tx, locked.verification);
  }
}

function partOf(text: string): AskedPart {
  const part = ASKABLE_PARTS.find((known) => known === text);
  if (!part) throw invalid({ field: 'part', message: `part must be one of ${ASKABLE_PARTS.join(', ')}` });
  return part;
}

function reasonOf(part: AskedPart, text: string): AskReason {
  const reasons = askReasonsFor(part);
  const reason = reasons.find((known) => known === text);
  if (!reason)
    throw invalid({
      field: 'reason',
      message: `reason for the ${part} must be one of ${reasons.join(', ')}`,
    });
  return reason;
}
