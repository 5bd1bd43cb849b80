import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { FileStore } from '../platform/storage/file-store.js';
import { type SideEvidence } from './domain/decision-evidence.js';
import { DOCUMENT_SIDES, type DocumentSide } from './domain/document-sides.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { SealedFindings } from './sealed-findings.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationImage } from './verification-image.entity.js';

/** A photo of the document, with its findings. */
export interface DocumentPicture {
  id: number;
  side: DocumentSide;
  /** `findings` is null if the analysis failed for good. */
  evidence: SideEvidence;
}

/** The pictures a person sent, except erased ones. */
export interface VerificationMaterial {
  /** The photo that counts for each side, front first. */
  document: DocumentPicture[];
  /** The id of the best frame that shows the face; null if there is none. */
  face: number | null;
  /** The ids of the frames of the last challenge, in order. */
  film: number[];
}

export interface StoredPicture {
  organizationId: number;
  verificationId: number;
  kind: 'photo' | 'frame';
  id: number;
}

/** The pictures of verifications, for the people who review them. */
@Injectable()
export class VerificationPictures {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly sealed: SealedFindings,
    private readonly files: FileStore,
  ) {}

  async gather(
    tx: EntityManager,
    { organizationId, id }: IdentityVerification,
  ): Promise<VerificationMaterial> {
    const images = await this.queries.images(tx, organizationId, id);
    const document = DOCUMENT_SIDES.flatMap((side) => {
      const ofSide = images.filter((image) => image.side === side && image.storageKey !== null);
      const shown = ofSide.findLast(({ analysis }) => analysis === 'accepted') ?? ofSide.at(-1);
      return shown ? [{ id: shown.id, side, evidence: this.evidenceIn(shown) }] : [];
    });
    return { document, ...(await this.film(tx, organizationId, id)) };
  }

  /** Reads the stored bytes; null if there is no such picture, or it was erased. */
  async open(
    tx: EntityManager,
    { organizationId, verificationId, kind, id }: StoredPicture,
  ): Promise<(() => Promise<Buffer>) | null> {
    const where = { organizationId, verificationId, id };
    const picture =
      kind === 'photo'
        ? await tx.findOneBy(VerificationImage, where)
        : await tx.findOneBy(LivenessFrame, where);
    const storageKey = picture?.storageKey;
    return storageKey ? () => this.files.get(storageKey) : null;
  }

  private evidenceIn({ id, findingsSealed }: VerificationImage): SideEvidence {
    return findingsSealed ? this.sealed.openImage(id, findingsSealed) : { findings: null, portrait: null };
  }

  /** The frame that the last verdict chose as selfie or, without one, the last that shows a face. */
  private async film(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<Pick<VerificationMaterial, 'face' | 'film'>> {
    const where = { organizationId, verificationId };
    const challenges = await tx.find(LivenessChallenge, { where, order: { id: 'DESC' } });
    const frames = await tx.find(LivenessFrame, { where, order: { challengeId: 'ASC', number: 'ASC' } });
    const kept = frames.filter(({ observationSealed, storageKey }) => observationSealed && storageKey);
    const of = (challenge?: LivenessChallenge) =>
      kept.filter(({ challengeId }) => challengeId === challenge?.id);
    const judged = challenges.find(({ verdict }) => verdict !== null);
    const selfie = judged?.verdict?.selfieFrame;
    const best = selfie == null ? undefined : of(judged)[selfie];
    const face = best ?? kept.findLast((frame) => this.showsFace(frame));
    const last = challenges.find((challenge) => of(challenge).length > 0);
    return { face: face?.id ?? null, film: of(last).map(({ id }) => id) };
  }

  private showsFace({ challengeId, number, observationSealed }: LivenessFrame): boolean {
    return this.sealed.openFrame(challengeId, number, observationSealed!).faces.length > 0;
  }
}
