import { Injectable } from '@nestjs/common';
import { DocumentAnalysisService } from '../identity-documents/document-analysis.service.js';
import { type ImageInspection, type UnreadableReason } from '../identity-documents/document-findings.js';
import { type DocumentSide } from '../identity-verifications/domain/document-sides.js';
import { type ReceivedImage, VerificationImages } from '../identity-verifications/verification-images.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { FileStore } from '../platform/storage/file-store.js';
import { type IncomingFile } from '../platform/storage/incoming-file.js';
import { Uploads } from '../platform/storage/uploads.js';
import { SessionUploads, type UnreadPicture } from './session-uploads.js';
import { type LockedSession, Sessions } from './sessions.js';

export const MAX_IMAGE_BYTES = 15 * 1024 * 1024;

/** Why a file was refused. It is not stored and does not count as a photo. */
export type UploadProblem =
  | Exclude<UnreadableReason, 'blurred' | 'no_document_found'>
  | 'file_missing'
  | 'file_too_large'
  | 'same_photo';

/** Receives the person's photos: inspects them in a child process, stores them encrypted, and queues their analysis. */
@Injectable()
export class DocumentUploads {
  readonly uploads: SessionUploads;

  constructor(
    private readonly sessions: Sessions,
    private readonly images: VerificationImages,
    private readonly analysis: DocumentAnalysisService,
    private readonly files: FileStore,
    uploads: Uploads,
  ) {
    // A browser that sends a form twice aborts the first, which may be noticed only after the second arrives.
    this.uploads = new SessionUploads(uploads, { waiting: 1 });
  }

  /**
   * Reads `photo` only if it is due.
   * @returns why the file was refused; null if it was accepted, or a photo of this side is no longer due
   * @throws AppError 429 or 503 if there are too many uploads; the signal's reason if the client disconnects before
   * it is stored
   */
  async receive(token: string, side: DocumentSide, photo: UnreadPicture): Promise<UploadProblem | null> {
    const session = await this.sessions.visit(token, null);
    if (!awaits(session, side)) return null;
    const { organizationId } = session.verification;
    return this.uploads.receive({ token, organizationId }, photo, (file, signal) =>
      this.accept(token, side, file, signal),
    );
  }

  private async accept(
    token: string,
    side: DocumentSide,
    file: IncomingFile,
    signal: AbortSignal,
  ): Promise<UploadProblem | null> {
    const session = await this.sessions.act(token, async (_tx, found) => found);
    if (!awaits(session, side)) return null;
    if (isRepeated(session, side, file.sha256)) return 'same_photo';
    const inspection = await this.inspect(file, { tenant: session.verification.organizationId, signal });
    if (!inspection.ok) return inspection.reason as UploadProblem;
    signal.throwIfAborted();
    const mimeType = `image/${inspection.image.format}`;
    await this.keep(token, file, { side, mimeType, sha256: file.sha256, sizeBytes: file.size });
    return null;
  }

  /** A picture that crashes the analysis counts as unreadable. */
  private async inspect(file: IncomingFile, owner: TaskOwner): Promise<ImageInspection> {
    try {
      return await this.analysis.inspectImage(() => file.read(), owner);
    } catch (error) {
      if (error instanceof ChildTaskError) return { ok: false, reason: 'not_an_image', image: null };
      throw error;
    }
  }

  /** Stores the file before its row is created. */
  private async keep(
    token: string,
    file: IncomingFile,
    image: Omit<ReceivedImage, 'attempt' | 'storageKey'>,
  ): Promise<void> {
    const storageKey = await file.keep();
    const receive = () =>
      this.sessions.finish(token, async (tx, session) => {
        const { step, verification } = session;
        if (step.name !== 'upload' || step.side !== image.side) return false;
        if (isRepeated(session, image.side, image.sha256)) return false;
        await this.images.receive(tx, verification, { ...image, attempt: step.attempt, storageKey });
        return true;
      });
    await this.files.naming([storageKey], receive, (isKept) => isKept);
  }
}

function awaits({ step }: LockedSession, side: DocumentSide): boolean {
  return step.name === 'upload' && step.side === side;
}

/** The same bytes again are usually one button press that arrived twice. */
function isRepeated({ images }: LockedSession, side: DocumentSide, hash: Buffer): boolean {
  return images.some((image) => image.side === side && image.sha256.equals(hash));
}
