import { Injectable } from '@nestjs/common';
import { DocumentAnalysisService } from '../identity-documents/document-analysis.service.js';
import { type FrameObservation } from '../identity-documents/faces.js';
import {
  type AwaitedFrame,
  type BegunChallenge,
  type ChallengeView,
  LivenessChallenges,
} from '../identity-verifications/liveness-challenges.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { FileStore } from '../platform/storage/file-store.js';
import { type IncomingFile } from '../platform/storage/incoming-file.js';
import { Uploads } from '../platform/storage/uploads.js';
import { SessionUploads, type UnreadPicture } from './session-uploads.js';
import { Sessions } from './sessions.js';

/** Ten times the size of a frame 640 pixels wide. */
export const MAX_FRAME_BYTES = 1_500_000;

/**
 * `going_on` with the next instruction, or `over`: the page reloads the session's address, which shows what follows.
 */
export type FrameAnswer = ({ state: 'going_on' } & Partial<ChallengeView>) | { state: 'over' };

/** Receives the frames of a challenge. Each is analyzed before the next is sent, and only the server decides. */
@Injectable()
export class SelfieFrames {
  readonly uploads: SessionUploads;

  constructor(
    private readonly sessions: Sessions,
    private readonly challenges: LivenessChallenges,
    private readonly analysis: DocumentAnalysisService,
    private readonly files: FileStore,
    uploads: Uploads,
  ) {
    this.uploads = new SessionUploads(uploads, { waiting: 0 });
  }

  /** @returns null if no selfie is due or no attempt is left */
  begin(token: string): Promise<BegunChallenge | null> {
    return this.sessions.act(token, async (tx, { verification, step }) =>
      step.name === 'selfie' ? this.challenges.begin(tx, verification) : null,
    );
  }

  /**
   * Reads `frame` only if one is due, and judges it by its arrival time. Drops a frame that arrives while another is
   * being analyzed.
   * @throws AppError 429 or 503 if there are too many frames; the signal's reason if the client disconnects before it
   * is stored
   */
  async receive(token: string, nonce: string, frame: UnreadPicture): Promise<FrameAnswer> {
    const { step, verification } = await this.sessions.visit(token, null);
    if (step.name !== 'selfie') return { state: 'over' };
    const { organizationId } = verification;
    const answer = await this.uploads.receive({ token, organizationId }, frame, (file, signal) =>
      this.answer(token, nonce, file, signal),
    );
    return answer ?? { state: 'going_on' };
  }

  private async answer(
    token: string,
    nonce: string,
    file: IncomingFile,
    signal: AbortSignal,
  ): Promise<FrameAnswer> {
    const found = await this.sessions.act(token, async (tx, { verification, step }) => ({
      organizationId: verification.organizationId,
      awaited: step.name === 'selfie' ? await this.challenges.expect(tx, verification, nonce) : null,
    }));
    if (!found.awaited) return { state: 'over' };
    const observation = await this.observe(file, { tenant: found.organizationId, signal });
    // Anything that is not a picture is ignored.
    if (!observation) return { state: 'going_on' };
    signal.throwIfAborted();
    return this.keep(token, found.awaited, file, observation);
  }

  /** A frame that crashes the analysis is ignored. */
  private async observe(file: IncomingFile, owner: TaskOwner): Promise<FrameObservation | null> {
    try {
      return await this.analysis.observeFrame(() => file.read(), owner);
    } catch (error) {
      if (error instanceof ChildTaskError) return null;
      throw error;
    }
  }

  /** Stores the file before its row is created. */
  private async keep(
    token: string,
    { challengeId, receivedMs }: AwaitedFrame,
    file: IncomingFile,
    observation: FrameObservation,
  ): Promise<FrameAnswer> {
    const storageKey = await file.keep();
    const take = () =>
      this.sessions.finish(token, async (tx, { verification, step }) => {
        if (step.name !== 'selfie') return { isKept: false, next: null };
        const frame = { receivedMs, storageKey, sha256: file.sha256, observation };
        return this.challenges.take(tx, verification, challengeId, frame);
      });
    const { next } = await this.files.naming([storageKey], take, ({ isKept }) => isKept);
    return next ? { state: 'going_on', ...next } : { state: 'over' };
  }
}
