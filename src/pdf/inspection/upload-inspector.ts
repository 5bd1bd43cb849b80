import { type Logger } from '@nestjs/common';
import { isText, listOf } from '../../common/shapes.js';
import { ChildTaskError, type ChildTaskLimits } from '../../platform/child-process/child-task.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { type OfficeConverter, OfficeMissingError } from '../../platform/office/office-converter.service.js';
import { type PdfTasks, toBuffer } from '../children/pdf-tasks.js';
import {
  type AcceptedDocument,
  type DocumentInspection,
  type DocumentKind,
  refusal,
  type RefusedDocument,
} from '../document-inspection.js';
import { LONGEST_FAULT, MAX_DOCUMENT_BYTES } from '../document-limits.js';
import { MEDIA_TYPES } from '../media-types.js';
import { type UploadedBytes } from '../pdf-inputs.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { type TextFonts } from '../text-fonts.service.js';
import { type ChildInspection } from './inspect-document.js';

const areTexts = listOf(isText);

/** Decides whether an upload can be signed. Its bytes are only ever opened in child processes. */
export class UploadInspector {
  constructor(
    private readonly tasks: PdfTasks,
    private readonly office: OfficeConverter,
    private readonly fonts: TextFonts,
    private readonly logger: Logger,
  ) {}

  async inspect(
    upload: UploadedBytes,
    owner: TaskOwner,
    limits: ChildTaskLimits,
  ): Promise<DocumentInspection> {
    if (upload.size === 0) return refusal('document_empty');
    if (upload.size > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.inspectInChild(() => upload.read(), owner, limits);
    if (!found.ok) return refusal(found.code, found.message);
    if (found.kind === 'docx') return this.inspectWord(upload, owner, limits);
    return accepted(found.kind, upload, found, found.pdf ? toBuffer(found.pdf) : null);
  }

  /** LibreOffice's output is as untrusted as any upload. */
  private async inspectWord(
    upload: UploadedBytes,
    owner: TaskOwner,
    limits: ChildTaskLimits,
  ): Promise<DocumentInspection> {
    const pdf = await this.office
      .wordToPdf(() => upload.read(), MAX_DOCUMENT_BYTES, owner)
      .catch((error: unknown) => {
        if (error instanceof OfficeMissingError) return refusal('document_converter_missing');
        return this.refusalFor(error);
      });
    if (pdf === null) return refusal('document_unreadable');
    if (!Buffer.isBuffer(pdf)) return pdf;
    const found = await this.inspectInChild(pdf, owner, limits);
    if (!found.ok) return refusal(found.code, found.message);
    if (found.kind !== 'pdf') return refusal('document_unreadable');
    return accepted('docx', upload, found, found.pdf ? toBuffer(found.pdf) : pdf);
  }

  private async inspectInChild(
    bytes: Buffer | (() => Promise<Buffer>),
    owner: TaskOwner,
    limits: ChildTaskLimits,
  ): Promise<ChildInspection> {
    const found = await this.tasks
      .run('inspect-document', bytes, owner, { limits, answerChild: this.findFonts })
      .catch((error): ChildInspection => this.refusalFor(error));
    if (!found.ok && found.fault)
      this.logger.warn(`Document was refused as ${found.code}: ${found.fault.slice(0, LONGEST_FAULT)}`);
    return found;
  }

  /** Tells a child with which fonts it can draw what stands in a form. */
  private readonly findFonts = (texts: unknown): Promise<FaceAddress[]> => {
    if (!areTexts(texts)) throw new Error('A child asks for the fonts of texts only');
    return Promise.resolve(this.fonts.systemFontsFor(texts as string[]));
  };

  /** A child that was killed or crashed had too much to do; one that threw could not read the file. */
  private refusalFor(error: unknown): RefusedDocument {
    if (!(error instanceof ChildTaskError)) throw error;
    this.logger.warn(`Document could not be inspected: ${error.message}`);
    return refusal(error.failure === 'error' ? 'document_unreadable' : 'document_too_complex');
  }
}

const accepted = (
  kind: DocumentKind,
  upload: UploadedBytes,
  { layout, changes }: Pick<AcceptedDocument, 'layout' | 'changes'>,
  pdf: Buffer | null,
): AcceptedDocument => ({
  ok: true,
  kind,
  ...MEDIA_TYPES[kind],
  pages: layout.pageSizes.length,
  layout,
  sha256: upload.sha256.toString('hex'),
  sizeBytes: upload.size,
  pdf,
  changes,
});
