import { type Logger } from '@nestjs/common';
import { isSafeInteger, isSha256, isText, listOf, objectWith } from '../../common/shapes.js';
import {
  type AnswerChild,
  ChildTaskError,
  type ChildTaskLimits,
} from '../../platform/child-process/child-task.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { type OfficeConverter, OfficeMissingError } from '../../platform/office/office-converter.js';
import { type ChildImport } from '../acroform/rewrite-form.js';
import { type PdfTasks, toBuffer } from '../children/pdf-tasks.js';
import {
  type AcceptedDocument,
  type DocumentInspection,
  type DocumentKind,
  refusal,
  type RefusedDocument,
} from '../document-inspection.js';
import { extraTimeMs, LONGEST_FAULT, MAX_DOCUMENT_BYTES } from '../document-limits.js';
import { type ImportedForm, type RefusedForm } from '../form-import.js';
import { MEDIA_TYPES } from '../media-types.js';
import { type OwnCertificates, type UploadedBytes } from '../pdf-inputs.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { type TextFonts } from '../text-fonts.js';
import { type ChildInspection } from './inspect-document.js';

const areTexts = listOf(isText);
const areCertificates = objectWith({ certificates: listOf(isSha256) });

/** How an upload is inspected: what the child may use, and who knows this service's certificates. */
export interface InspectionMeans {
  limits: ChildTaskLimits;
  ownCertificates: OwnCertificates;
}

/** Decides whether an upload can be signed. Its bytes are opened in child processes only. */
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
    means: InspectionMeans,
  ): Promise<DocumentInspection> {
    if (upload.size === 0) return refusal('document_empty');
    if (upload.size > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.inspectInChild(() => upload.read(), owner, means);
    if (!found.ok) return refusal(found.code, found.message);
    if (found.kind === 'docx') return this.inspectWord(upload, owner, means);
    return accepted(found.kind, upload, found, found.pdf ? toBuffer(found.pdf) : null);
  }

  /** What the child makes of a form is as untrusted as any upload. */
  async importForm(
    upload: UploadedBytes,
    owner: TaskOwner,
    means: InspectionMeans,
  ): Promise<ImportedForm | RefusedForm | RefusedDocument> {
    if (upload.size === 0) return refusal('document_empty');
    if (upload.size > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const found = await this.tasks
      .run('import-form', () => upload.read(), owner, {
        limits: means.limits,
        answerChild: this.answerer(means.ownCertificates),
      })
      .catch((error): ChildImport => this.refusalFor(error));
    if (!found.ok) return this.logged(found);
    const pdf = toBuffer(found.pdf);
    if (pdf.length > MAX_DOCUMENT_BYTES) return refusal('document_too_large');
    const inspected = await this.inspectInChild(pdf, owner, means);
    if (!inspected.ok) return refusal(inspected.code, inspected.message);
    if (inspected.kind !== 'pdf' || !inspected.pdf) return refusal('document_unreadable');
    const { layout } = inspected;
    const removed = [...new Set([...found.changes.removed, ...inspected.changes.removed])];
    const changes = { forbidden: found.changes.forbidden, removed };
    const document = accepted('pdf', upload, { layout, changes }, toBuffer(inspected.pdf));
    return { ok: true, document, report: found.report };
  }

  /** LibreOffice's output is as untrusted as any upload. */
  private async inspectWord(
    upload: UploadedBytes,
    owner: TaskOwner,
    means: InspectionMeans,
  ): Promise<DocumentInspection> {
    const pdf = await this.office
      .wordToPdf(() => upload.read(), MAX_DOCUMENT_BYTES, owner)
      .catch((error: unknown) => {
        if (error instanceof OfficeMissingError) return refusal('document_converter_missing');
        return this.refusalFor(error);
      });
    if (pdf === null) return refusal('document_unreadable');
    if (!Buffer.isBuffer(pdf)) return pdf;
    const found = await this.inspectInChild(pdf, owner, means);
    if (!found.ok) return refusal(found.code, found.message);
    if (found.kind !== 'pdf') return refusal('document_unreadable');
    return accepted('docx', upload, found, found.pdf ? toBuffer(found.pdf) : pdf);
  }

  private async inspectInChild(
    bytes: Buffer | (() => Promise<Buffer>),
    owner: TaskOwner,
    means: InspectionMeans,
  ): Promise<ChildInspection> {
    const found = await this.tasks
      .run('inspect-document', bytes, owner, {
        limits: means.limits,
        answerChild: this.answerer(means.ownCertificates),
      })
      .catch((error): ChildInspection => this.refusalFor(error));
    return this.logged(found);
  }

  private logged<Found extends { ok: boolean; code?: string; fault?: string }>(found: Found): Found {
    if (!found.ok && found.fault)
      this.logger.warn(`A document was refused as ${found.code}: ${found.fault.slice(0, LONGEST_FAULT)}`);
    return found;
  }

  /**
   * Tells a child which fonts can draw a form's texts and which certificates are of this service, and extends its time
   * once if there are many pages.
   */
  private answerer(ownCertificates: OwnCertificates): AnswerChild {
    let isExtended = false;
    return (question, extend): Promise<FaceAddress[] | string[]> => {
      if (isSafeInteger(question) && !isExtended) {
        isExtended = true;
        extend(extraTimeMs(question as number));
        return Promise.resolve([]);
      }
      if (areCertificates(question))
        return ownCertificates((question as { certificates: string[] }).certificates);
      if (!areTexts(question))
        throw new Error('A child asks for fonts of texts, for certificates, or once for time for its pages');
      return Promise.resolve(this.fonts.systemFontsFor(question as string[]));
    };
  }

  /** A child that was killed or crashed had too much to do; a child that threw could not read the file. */
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
