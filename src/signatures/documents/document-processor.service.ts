import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  type AnswerChild,
  type ChildTaskLimits,
  ChildTaskError,
  runChildTask,
} from '../../platform/child-process/child-task.js';
import { type DocumentInspection, refusal } from './document-inspection.js';
import { MEDIA_TYPES } from './media-types.js';
import { DOCUMENT_TASK_LIMITS, MAX_DOCUMENT_BYTES, MAX_DOCUMENT_TASKS } from './document-limits.js';
import { type ChildInspection } from './inspect-document.js';
import { type StampDetails } from './signature-stamp.js';
import { type SealDetails, type SealedBytes } from './seal-document.js';
import { type SealTask } from './seal-document-child.js';
import { type CompletedTask } from './check-completed-child.js';
import { signDetached } from '../../sealing/detached-signature.js';
import { type SealingKey } from '../../sealing/sealing-key.port.js';
import { TaskSlots } from '../../platform/child-process/task-slots.js';
import { type RequestText } from './typeset-request.js';

/** A PDF that we made: typeset, or with its signature pages. */
export interface MadeDocument {
  pdf: Buffer;
  /** Of the whole, signature pages included. */
  pages: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Everything that happens to a document's bytes, in child processes that a hostile file may kill. */
@Injectable()
export class DocumentProcessor {
  private readonly logger = new Logger(DocumentProcessor.name);
  private readonly slots = new TaskSlots(MAX_DOCUMENT_TASKS);

  /** Whether an upload can be signed, and what will be; bad bytes are an answer with a code and never thrown. */
  async inspect(bytes: Buffer, limits: ChildTaskLimits = DOCUMENT_TASK_LIMITS): Promise<DocumentInspection> {
    if (bytes.length === 0) return refusal('document_empty');
    if (bytes.length > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.run<Buffer, ChildInspection>('inspect-document', bytes, limits).catch((error) =>
      this.explain(error),
    );
    if (!found.ok) return found;
    return {
      ok: true,
      kind: found.kind,
      ...MEDIA_TYPES[found.kind],
      pages: found.pages,
      sha256: sha256(bytes),
      sizeBytes: bytes.length,
      pdf: found.pdf ? toBuffer(found.pdf) : bytes,
    };
  }

  /** Typesets a request's own text as an A4 PDF. Throws ChildTaskError. */
  async typesetRequest(text: RequestText): Promise<MadeDocument> {
    const typeset = await this.run<RequestText, SealedBytes>('typeset-request', text);
    const pdf = toBuffer(typeset.pdf);
    return { pdf, pages: typeset.pages, sha256: sha256(pdf) };
  }

  /**
   * Adds signature pages behind an accepted document and seals it with the key, which stays in this process; then opens the
   * result again. Throws ChildTaskError, or Error when the result is not whole or its seal does not hold.
   */
  async seal(pdf: Buffer, stamps: StampDetails, seal: SealDetails, key: SealingKey): Promise<MadeDocument> {
    const task: SealTask = { pdf, stamps, seal };
    let isSigned = false;
    const sign: AnswerChild = async (digest) => {
      // A child that a document took over must not have anything else signed.
      if (isSigned) throw new Error('the key signs once');
      isSigned = true;
      return signDetached(toBuffer(digest as Uint8Array), key);
    };
    const sealed = await this.run<SealTask, SealedBytes>('seal-document', task, DOCUMENT_TASK_LIMITS, sign);
    const bytes = toBuffer(sealed.pdf);
    if (!(await this.checkCompleted(pdf, bytes, sealed.pages, key.certificate)))
      throw new Error('The sealed PDF was not found right');
    return { pdf: bytes, pages: sealed.pages, sha256: sha256(bytes) };
  }

  /**
   * Whether a completed PDF opens without recovery, has this many pages, those of the original unchanged, and a seal by this
   * certificate that holds over all of it; false also when it kills its reader.
   */
  async checkCompleted(
    original: Buffer,
    completed: Buffer,
    expectedPages: number,
    sealedBy: Buffer,
  ): Promise<boolean> {
    const task: CompletedTask = { original, completed, expectedPages, sealedBy };
    return this.run<CompletedTask, boolean>('check-completed', task).catch(() => false);
  }

  private run<Input, Output>(
    task: string,
    input: Input,
    limits = DOCUMENT_TASK_LIMITS,
    answerChild?: AnswerChild,
  ): Promise<Output> {
    const entry = `signatures/documents/${task}-child`;
    return this.slots.run(() =>
      runChildTask<Input, Output>({ entry, ...limits }, input, undefined, answerChild),
    );
  }

  /** A child that was killed or died says that its file asks for too much; one that threw could not read it. */
  private explain(error: unknown) {
    if (!(error instanceof ChildTaskError)) throw error;
    this.logger.warn(`Document not inspected: ${error.message}`);
    return refusal(error.failure === 'error' ? 'document_unreadable' : 'document_too_complex');
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
