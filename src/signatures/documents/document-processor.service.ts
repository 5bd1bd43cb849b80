import { Injectable, Logger } from '@nestjs/common';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type ChildTaskLimits, ChildTaskError } from '../../platform/child-process/child-task.js';
import { type DocumentInspection, refusal } from './document-inspection.js';
import { DOCUMENT_TASK_LIMITS, LAYOUT_TASK_LIMITS, MAX_DOCUMENT_BYTES } from './document-limits.js';
import { DocumentTasks, toBuffer } from './document-tasks.service.js';
import { type ChildInspection } from './inspect-document.js';
import { MEDIA_TYPES } from './media-types.js';
import { type DocumentLayout } from './read-layout.js';
import { type RequestText } from './typeset-request.js';

/** A PDF that we typeset. */
export interface MadeDocument {
  pdf: Buffer;
  pages: number;
  /** Lower-case hex. */
  sha256: string;
}

/** What happens to documents before anybody signs. */
@Injectable()
export class DocumentProcessor {
  private readonly logger = new Logger(DocumentProcessor.name);

  constructor(private readonly tasks: DocumentTasks) {}

  /** Whether an upload can be signed, and what will be; bad bytes are an answer with a code and never thrown. */
  async inspect(bytes: Buffer, limits: ChildTaskLimits = DOCUMENT_TASK_LIMITS): Promise<DocumentInspection> {
    if (bytes.length === 0) return refusal('document_empty');
    if (bytes.length > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.tasks
      .run<Buffer, ChildInspection>('inspect-document', bytes, { limits })
      .catch((error) => this.explain(error));
    if (!found.ok) return found;
    return {
      ok: true,
      kind: found.kind,
      ...MEDIA_TYPES[found.kind],
      pages: found.pages,
      sha256: sha256(bytes).toString('hex'),
      sizeBytes: bytes.length,
      pdf: found.pdf ? toBuffer(found.pdf) : bytes,
    };
  }

  /** The pages of an accepted document and the text tags on them. Throws ChildTaskError. */
  readLayout(pdf: Buffer): Promise<DocumentLayout> {
    return this.tasks.run<Buffer, DocumentLayout>('read-layout', pdf, { limits: LAYOUT_TASK_LIMITS });
  }

  /** Typesets a request's own text as an A4 PDF. Throws ChildTaskError. */
  async typesetRequest(text: RequestText): Promise<MadeDocument> {
    const typeset = await this.tasks.run<RequestText, { pdf: Uint8Array; pages: number }>(
      'typeset-request',
      text,
    );
    const pdf = toBuffer(typeset.pdf);
    return { pdf, pages: typeset.pages, sha256: sha256(pdf).toString('hex') };
  }

  /** A child that was killed or died says that its file asks for too much; one that threw could not read it. */
  private explain(error: unknown) {
    if (!(error instanceof ChildTaskError)) throw error;
    this.logger.warn(`Document not inspected: ${error.message}`);
    return refusal(error.failure === 'error' ? 'document_unreadable' : 'document_too_complex');
  }
}
