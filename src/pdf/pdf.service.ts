import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { overloaded } from '../common/errors.js';
import { signDetached } from '../pdf-signatures/sign-detached.js';
import { signatureRoom } from '../pdf-signatures/signature-room.js';
import { ChildTaskError, type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { OfficeConverter } from '../platform/office/office-converter.js';
import { PdfTasks, toBuffer } from './children/pdf-tasks.js';
import {
  type DocumentInspection,
  isRefusalCode,
  refusal,
  type RefusedDocument,
} from './document-inspection.js';
import { CERTIFICATE_TASK_LIMITS, LONGEST_FAULT, UPLOAD_TASK_LIMITS } from './document-limits.js';
import { type ImportedForm, type RefusedForm } from './form-import.js';
import { type InspectionMeans, UploadInspector } from './inspection/upload-inspector.js';
import {
  type ArchivingMeans,
  type CertificateDetails,
  type RequestText,
  type SigningCredentials,
  type SigningDetails,
  type UploadedBytes,
} from './pdf-inputs.js';
import {
  type ArchivedDocument,
  type CleanedPicture,
  type CleanedSignature,
  type DocumentText,
  type DrawnDocument,
  type ExpectedDocument,
  type SignedDocument,
  type SigningState,
  type TypesetDocument,
} from './pdf-results.js';
import { type WithSystemFonts } from './scripts/font-face.js';
import { type StampDetails, type StampPlace } from './signature-stamp.js';
import { answerArchiving, answerUpTo } from './signing/child-answers.js';
import { type Signing, stampNameFor } from './signing/document-fields.js';
import { mostDigests, type SigningTask } from './signing/sign-document.js';
import { SIGNED_BEFORE } from './signing/signed-uploads.js';
import { TextFonts } from './text-fonts.js';

/** A PDF signed by this service is not as it should be. The message quotes nothing from the document. */
export class SignedPdfError extends Error {
  override readonly name = 'SignedPdfError';
}

/**
 * Inspects, typesets, signs, archives and verifies PDFs. Documents are opened in child processes only; keys and the
 * network stay in this process, which answers the children's questions.
 */
@Injectable()
export class PdfService implements OnApplicationShutdown {
  private readonly logger = new Logger(PdfService.name);
  private readonly tasks: PdfTasks;
  private readonly uploads: UploadInspector;

  constructor(
    office: OfficeConverter,
    private readonly fonts: TextFonts,
  ) {
    this.tasks = new PdfTasks(fonts.folders);
    this.uploads = new UploadInspector(this.tasks, office, fonts, this.logger);
  }

  onApplicationShutdown(): void {
    this.tasks.close();
  }

  /**
   * Decides whether an upload can be signed, and returns the PDF that signers will read. Bad bytes are refused with a
   * code, never thrown.
   * @param means `ownCertificates` tells which marks in a document that was sealed before are of this service; without
   * it, none
   */
  inspect(
    upload: UploadedBytes,
    owner: TaskOwner,
    {
      limits = UPLOAD_TASK_LIMITS,
      ownCertificates = () => Promise.resolve([]),
    }: Partial<InspectionMeans> = {},
  ): Promise<DocumentInspection> {
    return this.uploads.inspect(upload, owner, { limits, ownCertificates });
  }

  /**
   * Turns an uploaded form into a document without fields that can be signed, and its fields into fields to fill in, with
   * a report that accounts for each of them. Bad bytes are refused with a code, never thrown.
   */
  importForm(
    upload: UploadedBytes,
    owner: TaskOwner,
    { limits = UPLOAD_TASK_LIMITS }: { limits?: ChildTaskLimits } = {},
  ): Promise<ImportedForm | RefusedForm | RefusedDocument> {
    return this.uploads.importForm(upload, owner, { limits, ownCertificates: () => Promise.resolve([]) });
  }

  /** Extracts a signature from an uploaded picture. A picture that kills its reader counts as unreadable. */
  async cleanSignature(bytes: Buffer, owner: TaskOwner): Promise<CleanedSignature> {
    try {
      return await this.tasks.run('clean-signature', bytes, owner);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`Signature picture could not be read: ${error.message}`);
      return { ok: false, problem: 'unreadable' };
    }
  }

  /** Prepares a picture to be drawn as it is. One that kills its reader counts as unreadable. */
  async cleanPicture(bytes: Buffer, owner: TaskOwner): Promise<CleanedPicture> {
    try {
      return await this.tasks.run('clean-picture', bytes, owner);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`A picture could not be read: ${error.message}`);
      return { ok: false, problem: 'unreadable' };
    }
  }

  /**
   * By how many characters the entry of each place of a form is too long: zero if it fits. A document with one that does
   * not fit cannot be sealed. For the lines of a stamp, the answer is all of their characters or none.
   * @throws AppError 429 or 503 for too many tasks, or if the process ends before it answers: nothing is wrong with the entries
   */
  async measureEntries(places: readonly StampPlace[], owner: TaskOwner): Promise<number[]> {
    const { excess } = await this.tasks
      .run('measure-entries', this.withFonts({ places }), owner)
      .catch((error: unknown) => {
        if (!(error instanceof ChildTaskError) || error.failure === 'error') throw error;
        this.logger.warn(`Entries could not be measured: ${error.message}`);
        throw overloaded();
      });
    if (excess.length !== places.length) throw new Error('the child has not measured every entry');
    return excess;
  }

  /** The text of a document's pages. @throws ChildTaskError */
  extractText(readPdf: () => Promise<Buffer>, owner: TaskOwner): Promise<DocumentText> {
    return this.tasks.run('extract-text', readPdf, owner);
  }

  /** The bytes of a file that is attached to a PDF made here; null if it has none of that name. @throws ChildTaskError */
  async attachment(readPdf: () => Promise<Buffer>, name: string, owner: TaskOwner): Promise<Buffer | null> {
    const read = async () => ({ pdf: await readPdf(), name });
    const found = await this.tasks.run('read-attachment', read, owner);
    return found && toBuffer(found);
  }

  /** The first page of a document as a PDF of its own; null if it cannot be taken out. */
  async firstPage(readPdf: () => Promise<Buffer>, owner: TaskOwner): Promise<Buffer | null> {
    try {
      return toBuffer(await this.tasks.run('first-page', readPdf, owner));
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`The first page of a document could not be taken out: ${error.message}`);
      return null;
    }
  }

  /**
   * Seals a request's document on trial, with stand-ins for its signers' actions.
   * @returns null if that succeeds; 'signed before' if the document carries signatures and the details do not say so
   */
  async trySealing(
    readPdf: () => Promise<Buffer>,
    details: StampDetails,
    signing: Signing,
    owner: TaskOwner,
  ): Promise<RefusedDocument | 'signed before' | null> {
    const limits = UPLOAD_TASK_LIMITS;
    try {
      const read = async () => ({ pdf: await readPdf(), details: this.withFonts(details), signing });
      const fault = await this.tasks.run('try-sealing', read, owner, { limits });
      if (fault === null) return null;
      if (fault === SIGNED_BEFORE) return 'signed before';
      if (isRefusalCode(fault)) return refusal(fault);
      this.logger.warn(`The trial seal of a document failed: ${fault.slice(0, LONGEST_FAULT)}`);
      return refusal('document_unsealable');
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`The trial seal of a document failed: ${error.message}`);
      return refusal(error.failure === 'error' ? 'document_unsealable' : 'document_too_complex');
    }
  }

  /** Typesets a request's own text as an A4 PDF. @throws ChildTaskError */
  async typesetRequest(text: RequestText, owner: TaskOwner): Promise<TypesetDocument> {
    const typeset = await this.tasks.run('typeset-request', this.withFonts(text), owner);
    const pdf = toBuffer(typeset.pdf);
    return { pdf, pages: typeset.pages, sha256: sha256(pdf).toString('hex') };
  }

  /** Typesets a certificate of completion, not yet sealed. @throws ChildTaskError */
  async typesetCertificate(details: CertificateDetails, owner: TaskOwner): Promise<Buffer> {
    const limits = CERTIFICATE_TASK_LIMITS;
    return toBuffer(await this.tasks.run('typeset-certificate', this.withFonts(details), owner, { limits }));
  }

  /**
   * Draws on a document everything that its signers have left so far, for people to read.
   * @param notice printed on every page; null for none
   * @throws ChildTaskError
   */
  async drawEntries(
    readPdf: () => Promise<Buffer>,
    details: StampDetails,
    notice: string | null,
    owner: TaskOwner,
  ): Promise<DrawnDocument> {
    const read = async () => ({ pdf: await readPdf(), details: this.withFonts(details), notice });
    const { pdf, pages, paper } = await this.tasks.run('draw-entries', read, owner);
    return { pdf: toBuffer(pdf), pages, paper: [paper.width, paper.height] };
  }

  /** Prints a notice on every page of a document without signatures. @throws ChildTaskError */
  async markPages(readPdf: () => Promise<Buffer>, notice: string, owner: TaskOwner): Promise<Buffer> {
    const read = async () => ({ pdf: await readPdf(), ...this.withFonts({ notice }) });
    return toBuffer(await this.tasks.run('mark-pages', read, owner));
  }

  /** Adds the pages and empty fields that the signers' own signatures need. @throws ChildTaskError */
  async prepare(original: Buffer, details: StampDetails, owner: TaskOwner): Promise<SignedDocument> {
    const task: SigningTask = { step: 'prepare', pdf: original, details: this.withFonts(details) };
    const { pdf, pages } = await this.tasks.run('sign-document', task, owner);
    return { pdf: toBuffer(pdf), pages, signatures: [] };
  }

  /**
   * Adds one signer's signature to a prepared document.
   * @throws ChildTaskError, TimestampError, or SignedPdfError if the result does not verify
   */
  sign(
    state: SigningState,
    details: StampDetails,
    signing: SigningDetails & { signer: number },
    credentials: SigningCredentials,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    const task: SigningTask = { step: 'sign', pdf: state.pdf, details: this.withFonts(details), signing };
    return this.signAndVerify(state, task, credentials, owner);
  }

  /** Seals a prepared document that everyone has signed. @throws as `sign` does */
  sealPrepared(
    state: SigningState,
    signing: SigningDetails,
    credentials: SigningCredentials,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    return this.signAndVerify(state, { step: 'seal prepared', pdf: state.pdf, signing }, credentials, owner);
  }

  /** Draws all signatures on the document and seals it. @throws as `sign` does */
  seal(
    original: Buffer,
    details: StampDetails,
    signing: SigningDetails,
    credentials: SigningCredentials,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    const task: SigningTask = { step: 'seal', pdf: original, details: this.withFonts(details), signing };
    return this.signAndVerify({ original, signatures: [] }, task, credentials, owner);
  }

  /** Seals a PDF typeset by this service, adding nothing visible. @throws as `sign` does */
  sealFinished(
    pdf: Buffer,
    signing: SigningDetails,
    credentials: SigningCredentials,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    const state = { original: pdf, signatures: [] };
    return this.signAndVerify(state, { step: 'seal finished', pdf, signing }, credentials, owner);
  }

  /**
   * Adds validation material and a document time stamp to a sealed document, so that it can still be verified after
   * its certificates have expired (ETSI EN 319 142-1 §6.3, levels LT and LTA).
   * @throws ChildTaskError, whatever `means` throws, or SignedPdfError if the result does not verify
   */
  async archive(
    { pdf, signatures }: SignedDocument,
    means: ArchivingMeans,
    owner: TaskOwner,
  ): Promise<ArchivedDocument> {
    const signed = signatures.map(({ fieldName }) => fieldName);
    const sealName = signed.at(-1)!;
    const stampName = stampNameFor(sealName);
    const answerChild = answerArchiving(means);
    const task = { pdf, signed, stampName };
    const archived = toBuffer(await this.tasks.run('archive-document', task, owner, { answerChild }));
    const expected = { sealName, stampName, anchors: [...means.anchors] };
    const level = await this.tasks.run('verify-archived', { sealed: pdf, archived, expected }, owner);
    if (!level || level === 'PAdES B-B')
      throw new SignedPdfError(`The archived PDF does not verify: ${level}`);
    return { pdf: archived, level };
  }

  /**
   * The fault of a signed PDF; null if it opens without recovery, shows the pages of the original unchanged, and
   * carries the expected signatures, all of them valid.
   * @throws ChildTaskError if it kills its reader
   */
  async completionFault(
    original: Buffer,
    completed: Buffer,
    expected: ExpectedDocument,
    owner: TaskOwner,
  ): Promise<string | null> {
    try {
      return await this.tasks.run('verify-completed', { original, completed, expected }, owner);
    } catch (error) {
      if (error instanceof ChildTaskError && error.failure === 'error') return error.message;
      throw error;
    }
  }

  /** The children do not search for fonts themselves. */
  private withFonts<Content extends object>(content: Content): Content & WithSystemFonts {
    return { ...content, systemFonts: this.fonts.systemFontsFor(content) };
  }

  private async signAndVerify(
    { original, signatures: earlier }: Pick<SigningState, 'original' | 'signatures'>,
    task: Exclude<SigningTask, { step: 'prepare' }>,
    { key, stamper }: SigningCredentials,
    owner: TaskOwner,
  ): Promise<SignedDocument> {
    const answerChild = answerUpTo(mostDigests(task), (digest) => signDetached(digest, key, stamper));
    const withRoom = { ...task, roomBytes: signatureRoom(key, stamper !== undefined) };
    const signed = await this.tasks.run('sign-document', withRoom, owner, { answerChild });
    const pdf = toBuffer(signed.pdf);
    const { pages, fieldName } = signed;
    const signatures = [...earlier, { fieldName, certificate: key.certificate }];
    const fault = await this.completionFault(original, pdf, { pages, signatures }, owner);
    if (fault !== null)
      throw new SignedPdfError(`The signed PDF does not verify after the step '${task.step}': ${fault}`);
    return { pdf, pages, signatures };
  }
}
