import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { getOrganization } from '../organizations/organization.queries.js';
import { Settings } from '../platform/config/settings.js';
import { type DecisionInput, type LivenessEvidence, type SideEvidence } from './domain/decision-evidence.js';
import { type DocumentSide, MAX_ATTEMPTS } from './domain/document-sides.js';
import { MAX_CHALLENGES } from './domain/liveness-attempts.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessFrames } from './liveness-frames.js';
import { SealedFindings } from './sealed-findings.js';
import { VerificationQueries } from './verification.queries.js';
import { type VerificationImage } from './verification-image.entity.js';

/** The input of a decision, and the face for recognizing the person. */
export interface GatheredEvidence {
  input: DecisionInput;
  face: readonly number[] | null;
}

/** Collects the findings of a verification's photos and challenges. */
@Injectable()
export class VerificationEvidence {
  constructor(
    private readonly settings: Settings,
    private readonly queries: VerificationQueries,
    private readonly sealed: SealedFindings,
    private readonly frames: LivenessFrames,
  ) {}

  /** Leaves `seenBefore` null: searching for duplicates needs this evidence first. */
  async gather(tx: EntityManager, verification: IdentityVerification): Promise<GatheredEvidence> {
    const { organizationId, id, verificationMethod: method, documentType, fullName } = verification;
    const images = await this.queries.images(tx, organizationId, id);
    const decidedOn = (side: DocumentSide) =>
      images.findLast((image) => image.side === side && image.analysis === 'accepted');
    const liveness = await this.livenessOf(tx, verification);
    const input: DecisionInput = {
      method,
      documentType,
      fullName,
      today: await this.queries.today(tx),
      allowSpecimens: this.settings.allowSpecimens,
      front: this.sideOf(decidedOn('front')),
      back: this.sideOf(decidedOn('back')),
      liveness,
      seenBefore: null,
      retakesUsedUp: images.some(
        ({ attempt, analysis }) => attempt >= MAX_ATTEMPTS && analysis === 'accepted',
      ),
      humanRequested: verification.humanRequestedAt !== null,
      reviewFaces: (await getOrganization(tx, organizationId)).reviewFaces,
    };
    return { input, face: liveness?.verdict.passed ? (liveness.descriptors[0] ?? null) : null };
  }

  private sideOf(image: VerificationImage | undefined): SideEvidence | null {
    if (!image) return null;
    if (!image.findingsSealed) return { findings: null, portrait: null };
    return this.sealed.openImage(image.id, image.findingsSealed);
  }

  /** Evidence from the last judged challenge. */
  private async livenessOf(
    tx: EntityManager,
    { organizationId, id: verificationId }: IdentityVerification,
  ): Promise<LivenessEvidence | null> {
    const challenges = await this.queries.judgedChallenges(tx, organizationId, verificationId);
    const last = challenges.at(-1);
    if (!last?.verdict) return null;
    return {
      verdict: last.verdict,
      descriptors: await this.descriptorsOf(tx, last),
      attemptsUsedUp: last.attempt >= MAX_CHALLENGES,
      inDoubt: challenges.some(({ round, verdict }) => round === last.round && verdict?.inDoubt),
    };
  }

  private async descriptorsOf(tx: EntityManager, challenge: LivenessChallenge): Promise<number[][]> {
    const frames = await this.frames.read(tx, challenge);
    return challenge.verdict!.descriptorFrames.flatMap((index) => {
      const face = frames[index]?.observation.faces[0];
      return face ? [face.descriptor] : [];
    });
  }
}
