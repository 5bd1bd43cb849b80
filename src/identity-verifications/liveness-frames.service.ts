import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { type FrameObservation } from '../identity-documents/faces.js';
import { type ReceivedFrame } from '../identity-documents/liveness.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { type LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { SealedFindings } from './sealed-findings.service.js';

/** More would be no challenge but a load: a page sends three a second for a minute at most. */
export const MAX_FRAMES = 180;

/** A frame whose picture is stored and whose face was looked at. */
export interface AnalysedFrame {
  /** Since the challenge's beginning, by the database's clock: when it had arrived, and when its answer was ready. */
  receivedMs: number;
  answeredMs: number;
  storageKey: string;
  sha256: Buffer;
  observation: FrameObservation;
}

/** The frames of challenges, what was seen in them encrypted. */
@Injectable()
export class LivenessFrames {
  constructor(
    private readonly sealed: SealedFindings,
    private readonly files: FileStore,
  ) {}

  /** All of a challenge, in the order of their arrival. */
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

  /** Whether one of a challenge's frames that show a face was sent in another challenge of the organization before. */
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

  /** Removes all of a challenge: rows, then files, so that a crash in between leaves nothing that is read again. */
  async discard(
    tx: EntityManager,
    { organizationId, id: challengeId }: Pick<LivenessChallenge, 'organizationId' | 'id'>,
  ): Promise<void> {
    const frames = await tx.findBy(LivenessFrame, { organizationId, challengeId });
    await tx.delete(LivenessFrame, { organizationId, challengeId });
    for (const { storageKey } of frames) if (storageKey) await this.files.delete(storageKey);
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
