import { Injectable, Logger } from '@nestjs/common';
import { sha256 } from '../platform/crypto/tokens.js';
import { type ChildTaskLimits, ChildTaskError } from '../platform/child-process/child-task.js';
import { OfficeConverter, OfficeMissingError } from '../platform/office/office-converter.service.js';
import {
  type AcceptedDocument,
  type DocumentInspection,
  type DocumentKind,
  refusal,
} from './document-inspection.js';
import { DOCUMENT_TASK_LIMITS, LAYOUT_TASK_LIMITS, MAX_DOCUMENT_BYTES } from './document-limits.js';
import { DocumentTasks, toBuffer } from './document-tasks.service.js';
import { type ChildInspection } from './inspect-document.js';
import { type CleanedSignature } from './clean-signature.js';
import { type DocumentText } from './extract-text.js';
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

  constructor(
    private readonly tasks: DocumentTasks,
    private readonly office: OfficeConverter,
  ) {}

  /** Whether an upload can be signed, and what will be; bad bytes are an answer with a code and never thrown. */
  async inspect(bytes: Buffer, limits: ChildTaskLimits = DOCUMENT_TASK_LIMITS): Promise<DocumentInspection> {
    if (bytes.length === 0) return refusal('document_empty');
    if (bytes.length > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.look(bytes, limits);
    if (!found.ok) return found;
    if (found.kind === 'docx') return this.inspectWord(bytes, limits);
    return accepted(found.kind, bytes, found.pages, found.pdf ? toBuffer(found.pdf) : bytes);
  }

  /** What LibreOffice made of a Word document is hostile bytes like any other upload. */
  private async inspectWord(bytes: Buffer, limits: ChildTaskLimits): Promise<DocumentInspection> {
    const pdf = await this.office.wordToPdf(bytes, MAX_DOCUMENT_BYTES).catch((error: unknown) => {
      if (error instanceof OfficeMissingError) return refusal('document_converter_missing');
      return this.explain(error);
    });
    if (pdf === null) return refusal('document_unreadable');
    if (!Buffer.isBuffer(pdf)) return pdf;
    const found = await this.look(pdf, limits);
    if (!found.ok) return found;
    if (found.kind !== 'pdf') return refusal('document_unreadable');
    return accepted('docx', bytes, found.pages, pdf);
  }

  private look(bytes: Buffer, limits: ChildTaskLimits): Promise<ChildInspection> {
    return this.tasks.run('inspect-document', bytes, { limits }).catch((error) => this.explain(error));
  }

  /** Cuts a signature out of an upload; a picture that kills its reader is none that could be read. */
  async cleanSignature(bytes: Buffer): Promise<CleanedSignature> {
    try {
      return await this.tasks.run('clean-signature', bytes);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`Picture of a signature not read: ${error.message}`);
      return { ok: false, problem: 'unreadable' };
    }
  }

  /** The words of a document's pages. Throws ChildTaskError. */
  extractText(pdf: Buffer): Promise<DocumentText> {
    return this.tasks.run('extract-text', pdf);
  }

  /** The pages of an accepted document and the text tags on them. Throws ChildTaskError. */
  readLayout(pdf: Buffer): Promise<DocumentLayout> {
    return this.tasks.run('read-layout', pdf, { limits: LAYOUT_TASK_LIMITS });
  }

  /** Typesets a request's own text as an A4 PDF. Throws ChildTaskError. */
  async typesetRequest(text: RequestText): Promise<MadeDocument> {
    const typeset = await this.tasks.run('typeset-request', text);
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

const accepted = (kind: DocumentKind, upload: Buffer, pages: number, pdf: Buffer): AcceptedDocument => ({
  ok: true,
  kind,
  ...MEDIA_TYPES[kind],
  pages,
  sha256: sha256(upload).toString('hex'),
  sizeBytes: upload.length,
  pdf,
});
