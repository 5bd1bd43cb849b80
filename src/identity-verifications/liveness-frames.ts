import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { type FrameObservation } from '../identity-documents/faces.js';
import { type ReceivedFrame } from '../identity-documents/liveness.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { type LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { SealedFindings } from './sealed-findings.js';

/** A page sends at most three frames a second for a minute; more would only add load. */
export const MAX_FRAMES = 180;

/** A stored and analyzed frame. */
export interface AnalysedFrame {
  /**
   * Milliseconds since the start of the challenge, by the database's clock, until arrival and until the response was
   * ready.
   */
  receivedMs: number;
  answeredMs: number;
  storageKey: string;
  sha256: Buffer;
  observation: FrameObservation;
}

/** The frames of challenges, with encrypted findings. */
@Injectable()
export class LivenessFrames {
  constructor(
    private readonly sealed: SealedFindings,
    private readonly deletions: FileDeletions,
  ) {}

  /** All frames of a challenge, in the order of arrival. */
  async read(
    tx: EntityManager,
    { organizationId, id: challengeId }: Pick<LivenessChallenge, 'organizationId' | 'id'>,
  ): Promise<ReceivedFrame[]> {
    const where = { organizationId, challengeId };
    const frames = await tx.find(LivenessFrame, { where, order: { number: 'ASC' } });
    return frames.flatMap(({ number, receivedMs, answeredMs, observationSealed }) =>
      observationSealed
        ? [
            {
              receivedAtMs: receivedMs,
              answeredAtMs: answeredMs ?? receivedMs,
              observation: this.sealed.openFrame(challengeId, number, observationSealed),
            },
          ]
        : [],
    );
  }

  /** Whether a frame with a face was already sent in another of the organization's challenges. */
  async cameBefore(
    tx: EntityManager,
    { organizationId, id: challengeId }: Pick<LivenessChallenge, 'organizationId' | 'id'>,
  ): Promise<boolean> {
    const frames = await tx.findBy(LivenessFrame, { organizationId, challengeId });
    const withFace = frames.filter(
      ({ number, observationSealed }) =>
        observationSealed && this.sealed.openFrame(challengeId, number, observationSealed).faces.length > 0,
    );
    if (withFace.length === 0) return false;
    const pictures = In(withFace.map((frame) => frame.sha256));
    return tx.existsBy(LivenessFrame, { organizationId, sha256: pictures, challengeId: Not(challengeId) });
  }

  /** Removes a challenge's frames. Their files are deleted after the commit. */
  async discard(
    tx: EntityManager,
    { organizationId, id: challengeId }: Pick<LivenessChallenge, 'organizationId' | 'id'>,
  ): Promise<void> {
    const frames = await tx.findBy(LivenessFrame, { organizationId, challengeId });
    await tx.delete(LivenessFrame, { organizationId, challengeId });
    const keys = frames.flatMap(({ storageKey }) => storageKey ?? []);
    await this.deletions.add(tx, organizationId, keys);
  }

  /** Appends a frame. The caller holds the verification's lock. */
  async add(
    tx: EntityManager,
    { organizationId, verificationId, id: challengeId }: LivenessChallenge,
    number: number,
    { observation, ...frame }: AnalysedFrame,
  ): Promise<void> {
    const observationSealed = this.sealed.sealFrame(challengeId, number, observation);
    const row = { ...frame, organizationId, verificationId, challengeId, number, observationSealed };
    await tx.insert(LivenessFrame, row);
  }
}
