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
import { sha256 } from '../platform/crypto/tokens.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { Sessions } from './sessions.service.js';
import { UploadAdmission } from './upload-admission.js';

/** A frame of 640 pixels has a tenth of it. */
export const MAX_FRAME_BYTES = 1_500_000;

/** `going_on` with what is asked next; `over`: the page loads the session's address anew, which shows what follows. */
export type FrameAnswer = ({ state: 'going_on' } & Partial<ChallengeView>) | { state: 'over' };

/** Takes the challenge's frames: each is looked at before the next is sent, and the server alone decides. */
@Injectable()
export class SelfieFrames {
  private readonly admission = new UploadAdmission();

  constructor(
    private readonly sessions: Sessions,
    private readonly challenges: LivenessChallenges,
    private readonly analysis: DocumentAnalysisService,
    private readonly files: FileStore,
  ) {}

  /** @returns null where no selfie is due, or no attempt is left */
  begin(token: string): Promise<BegunChallenge | null> {
    return this.sessions.act(token, async (tx, { verification, step }) =>
      step.name === 'selfie' ? this.challenges.begin(tx, verification) : null,
    );
  }

  /**
   * `body` is read once it is known that a frame is waited for, and judged by when it had arrived. A second frame while
   * one is looked at is let fall.
   */
  async receive(token: string, nonce: string, body: () => Promise<Buffer>): Promise<FrameAnswer> {
    const { step } = await this.sessions.look(token, false);
    if (step.name !== 'selfie') return { state: 'over' };
    const answer = await this.admission.run(token, async () => this.lookAt(token, nonce, await body()));
    return answer ?? { state: 'going_on' };
  }

  private async lookAt(token: string, nonce: string, bytes: Buffer): Promise<FrameAnswer> {
    const found = await this.sessions.act(token, async (tx, { verification, step }) => ({
      organizationId: verification.organizationId,
      awaited: step.name === 'selfie' ? await this.challenges.expect(tx, verification, nonce) : null,
    }));
    if (!found.awaited) return { state: 'over' };
    const observation = await this.observe(bytes);
    // What is no picture shows nothing, and changes nothing.
    if (!observation) return { state: 'going_on' };
    return this.keep(token, found.organizationId, found.awaited, bytes, observation);
  }

  /** A frame that kills its reader is none. */
  private async observe(bytes: Buffer): Promise<FrameObservation | null> {
    try {
      return await this.analysis.observeFrame(bytes);
    } catch (error) {
      if (error instanceof ChildTaskError) return null;
      throw error;
    }
  }

  /** The file is written first; where its row does not come to be, it is removed. */
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
