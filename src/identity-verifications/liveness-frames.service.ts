import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type FrameObservation } from '../document-analysis/faces.js';
import { type ReceivedFrame } from '../document-analysis/liveness.js';
import { type LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { SealedFindings } from './sealed-findings.service.js';

/** More would be no challenge but a load: a page sends three or four a second for a minute at most. */
export const MAX_FRAMES = 120;

/** A frame whose picture is stored and whose face was looked at. */
export interface AnalysedFrame {
  receivedMs: number;
  storageKey: string;
  sha256: Buffer;
  observation: FrameObservation;
}

/** The frames of challenges, what was seen in them encrypted. */
@Injectable()
export class LivenessFrames {
  constructor(private readonly sealed: SealedFindings) {}

  /** All of a challenge, in the order of their arrival. */
  async read(
    tx: EntityManager,
    { organizationId, id: challengeId }: Pick<LivenessChallenge, 'organizationId' | 'id'>,
  ): Promise<ReceivedFrame[]> {
    const where = { organizationId, challengeId };
    const frames = await tx.find(LivenessFrame, { where, order: { number: 'ASC' } });
    return frames.flatMap(({ number, receivedMs, observationSealed }) =>
      observationSealed
        ? [
            {
              receivedAtMs: receivedMs,
              observation: this.sealed.openFrame(challengeId, number, observationSealed),
            },
          ]
        : [],
    );
  }

  /** Keeps a frame behind those that came before. The caller holds the verification's lock. */
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
