import { Injectable } from '@nestjs/common';
import { type DocumentSide } from '../identity-verifications/domain/document-sides.js';
import {
  type ReceivedImage,
  VerificationImages,
} from '../identity-verifications/verification-images.service.js';
import { DocumentAnalysisService } from '../identity-documents/document-analysis.service.js';
import { type ImageInspection, type UnreadableReason } from '../identity-documents/document-findings.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { type LockedSession, Sessions } from './sessions.service.js';
import { type UnreadBody, UploadAdmission } from './upload-admission.js';

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
  private readonly admission = new UploadAdmission();

  constructor(
    private readonly sessions: Sessions,
    private readonly images: VerificationImages,
    private readonly analysis: DocumentAnalysisService,
    private readonly files: FileStore,
  ) {}

  /**
   * Reads `body` only if a photo is due.
   * @returns why the file was refused; null if it was accepted, or if no photo of this side is due any longer
   */
  async receive(token: string, side: DocumentSide, body: UnreadBody): Promise<UploadProblem | null> {
    const session = await this.sessions.look(token, null);
    if (!awaits(session, side)) return null;
    const { organizationId } = session.verification;
    return this.admission.run({ token, organizationId }, body, (bytes) => this.lookAt(token, side, bytes));
  }

  private async lookAt(token: string, side: DocumentSide, bytes: Buffer): Promise<UploadProblem | null> {
    const session = await this.sessions.act(token, async (_tx, found) => found);
    const hash = sha256(bytes);
    if (!awaits(session, side)) return null;
    if (isRepeated(session, side, hash)) return 'same_photo';
    const { organizationId } = session.verification;
    const inspection = await this.inspect(bytes, { tenant: organizationId });
    if (!inspection.ok) return inspection.reason as UploadProblem;
    const mimeType = `image/${inspection.image.format}`;
    await this.keep(token, organizationId, bytes, {
      side,
      mimeType,
      sha256: hash,
      sizeBytes: bytes.length,
    });
    return null;
  }

  /** A picture that crashes its reader counts as unreadable. */
  private async inspect(bytes: Buffer, owner: TaskOwner): Promise<ImageInspection> {
    try {
      return await this.analysis.inspectImage(bytes, owner);
    } catch (error) {
      if (error instanceof ChildTaskError) return { ok: false, reason: 'not_an_image', image: null };
      throw error;
    }
  }

  /** Writes the file first, and removes it if its row is not created. */
  private async keep(
    token: string,
    organizationId: number,
    bytes: Buffer,
    image: Omit<ReceivedImage, 'attempt' | 'storageKey'>,
  ): Promise<void> {
    const storageKey = await this.files.put(organizationId, bytes);
    let isKept = false;
    try {
      isKept = await this.sessions.finish(token, async (tx, session) => {
        const { step, verification } = session;
        if (step.name !== 'upload' || step.side !== image.side) return false;
        if (isRepeated(session, image.side, image.sha256)) return false;
        await this.images.receive(tx, verification, { ...image, attempt: step.attempt, storageKey });
        return true;
      });
    } finally {
      if (!isKept) await this.files.delete(storageKey);
    }
  }
}

function awaits({ step }: LockedSession, side: DocumentSide): boolean {
  return step.name === 'upload' && step.side === side;
}

/** The same bytes again are most often one press of the button that arrived twice. */
function isRepeated({ images }: LockedSession, side: DocumentSide, hash: Buffer): boolean {
  return images.some((image) => image.side === side && image.sha256.equals(hash));
}
