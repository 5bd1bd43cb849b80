import { Injectable } from '@nestjs/common';
import { DocumentAnalysisService } from '../identity-documents/document-analysis.service.js';
import { type FrameObservation } from '../identity-documents/faces.js';
import {
  type AwaitedFrame,
  type BegunChallenge,
  type ChallengeView,
  LivenessChallenges,
} from '../identity-verifications/liveness-challenges.service.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { Sessions } from './sessions.service.js';
import { type UnreadBody, UploadAdmission } from './upload-admission.js';

/** A frame 640 pixels wide has a tenth of this. */
export const MAX_FRAME_BYTES = 1_500_000;

/**
 * `going_on` with the next instruction, or `over`: the page reloads the session's address, which shows what follows.
 */
export type FrameAnswer = ({ state: 'going_on' } & Partial<ChallengeView>) | { state: 'over' };

/** Receives the frames of a challenge: each is analyzed before the next is sent, and only the server decides. */
@Injectable()
export class SelfieFrames {
  private readonly admission = new UploadAdmission();

  constructor(
    private readonly sessions: Sessions,
    private readonly challenges: LivenessChallenges,
    private readonly analysis: DocumentAnalysisService,
    private readonly files: FileStore,
  ) {}

  /** @returns null if no selfie is due or no attempt is left */
  begin(token: string): Promise<BegunChallenge | null> {
    return this.sessions.act(token, async (tx, { verification, step }) =>
      step.name === 'selfie' ? this.challenges.begin(tx, verification) : null,
    );
  }

  /**
   * Reads `body` only if a frame is due, and judges it by its time of arrival. Drops a frame that arrives while another
   * is being analyzed.
   */
  async receive(token: string, nonce: string, body: UnreadBody): Promise<FrameAnswer> {
    const { step, verification } = await this.sessions.look(token, null);
    if (step.name !== 'selfie') return { state: 'over' };
    const { organizationId } = verification;
    const answer = await this.admission.run({ token, organizationId }, body, (bytes) =>
      this.lookAt(token, nonce, bytes),
    );
    return answer ?? { state: 'going_on' };
  }

  private async lookAt(token: string, nonce: string, bytes: Buffer): Promise<FrameAnswer> {
    const found = await this.sessions.act(token, async (tx, { verification, step }) => ({
      organizationId: verification.organizationId,
      awaited: step.name === 'selfie' ? await this.challenges.expect(tx, verification, nonce) : null,
    }));
    if (!found.awaited) return { state: 'over' };
    const observation = await this.observe(bytes, { tenant: found.organizationId });
    // What is not a picture changes nothing.
    if (!observation) return { state: 'going_on' };
    return this.keep(token, found.organizationId, found.awaited, bytes, observation);
  }

  /** A frame that crashes its reader is ignored. */
  private async observe(bytes: Buffer, owner: TaskOwner): Promise<FrameObservation | null> {
    try {
      return await this.analysis.observeFrame(bytes, owner);
    } catch (error) {
      if (error instanceof ChildTaskError) return null;
      throw error;
    }
  }

  /** Writes the file first, and removes it if its row is not created. */
  private async keep(
    token: string,
    organizationId: number,
    { challengeId, receivedMs }: AwaitedFrame,
    bytes: Buffer,
    observation: FrameObservation,
  ): Promise<FrameAnswer> {
    const storageKey = await this.files.put(organizationId, bytes);
    let isKept = false;
    try {
      const taken = await this.sessions.finish(token, async (tx, { verification, step }) => {
        if (step.name !== 'selfie') return { isKept: false, next: null };
        const frame = { receivedMs, storageKey, sha256: sha256(bytes), observation };
        return this.challenges.take(tx, verification, challengeId, frame);
      });
      isKept = taken.isKept;
      return taken.next ? { state: 'going_on', ...taken.next } : { state: 'over' };
    } finally {
      if (!isKept) await this.files.delete(storageKey);
    }
  }
}
