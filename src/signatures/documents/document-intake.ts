import { Injectable } from '@nestjs/common';
import { type AcceptedDocument } from '../../pdf/document-inspection.js';
import { type FormImport } from '../../pdf/form-import.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type DocumentLayout } from '../../pdf/pdf-results.js';
import { OrganizationKeys } from '../../pdf-signatures/organization-keys.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type IncomingFile } from '../../platform/storage/incoming-file.js';
import { documentRefused } from '../internal/signature.errors.js';
import { TestMarks } from './test-marks.js';

/** A file in the file store, before a row names it. */
interface TakenFile {
  storageKey: string;
  mimeType: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** An inspected upload and its stored files: the original, and the PDF that signers read. */
export interface TakenDocument extends Pick<AcceptedDocument, 'pages' | 'extension' | 'changes'> {
  layout: DocumentLayout;
  original: TakenFile;
  presented: TakenFile;
}

/** Inspects and converts uploads, and stores them with the PDF that signers will read. */
@Injectable()
export class DocumentIntake {
  constructor(
    private readonly pdf: PdfService,
    private readonly keys: OrganizationKeys,
    private readonly files: FileStore,
    private readonly marks: TestMarks,
  ) {}

  /**
   * @param attach - writes the rows of the stored files, which are deleted if it fails
   * @throws AppError 400 or 413, with a code for the problem; the signal's reason if it aborts before anything is stored
   */
  async take<Result>(
    organizationId: number,
    file: IncomingFile,
    signal: AbortSignal | undefined,
    attach: (taken: TakenDocument) => Promise<Result>,
  ): Promise<Result> {
    const owner = { tenant: organizationId, signal };
    const inspected = await this.pdf.inspect(file, owner, {
      ownCertificates: (hashes) => this.keys.findOwn(hashes),
    });
    if (!inspected.ok) throw documentRefused(inspected);
    return this.keep(organizationId, { document: inspected, file }, signal, attach);
  }

  /**
   * `take` for a PDF form that is imported: signers read it without its form.
   * @param attach - is also given what became of each field
   * @throws AppError as `take`
   */
  async takeForm<Result>(
    organizationId: number,
    file: IncomingFile,
    signal: AbortSignal | undefined,
    attach: (taken: TakenDocument, found: FormImport) => Promise<Result>,
  ): Promise<Result> {
    const found = await this.pdf.importForm(file, { tenant: organizationId, signal });
    if (!found.ok) throw documentRefused(found);
    const { document, report } = found;
    return this.keep(organizationId, { document, file }, signal, (taken) => attach(taken, report));
  }

  /**
   * Stores an upload that was inspected.
   * @param attach - writes the rows of the stored files, which are deleted if it fails
   * @throws the signal's reason if it aborts before anything is stored
   */
  async keep<Result>(
    organizationId: number,
    { document: inspected, file }: { document: AcceptedDocument; file: IncomingFile },
    signal: AbortSignal | undefined,
    attach: (taken: TakenDocument) => Promise<Result>,
  ): Promise<Result> {
    const owner = { tenant: organizationId, signal };
    const pdf = await this.presented(inspected, file, owner);
    signal?.throwIfAborted();
    const originalKey = await file.keep();
    return this.files.naming([originalKey], async () => {
      if (!pdf) return attach(toTaken(inspected, pdf, { originalKey, presentedKey: originalKey }));
      const presentedKey = await this.files.put(organizationId, pdf);
      return this.files.naming([presentedKey], () =>
        attach(toTaken(inspected, pdf, { originalKey, presentedKey })),
      );
    });
  }

  /** What signers read; null for the upload as it is. A mark would break the signatures that a document carries. */
  private async presented(
    { pdf, layout }: AcceptedDocument,
    file: IncomingFile,
    owner: { tenant: number; signal?: AbortSignal },
  ): Promise<AcceptedDocument['pdf']> {
    if (layout.carriesSignatures) return pdf;
    const read = async () => (pdf ? Buffer.from(pdf) : await file.read());
    return (await this.marks.mark(owner.tenant, read, owner)) ?? pdf;
  }
}

function toTaken(
  inspected: AcceptedDocument,
  pdf: Buffer | null,
  { originalKey, presentedKey }: { originalKey: string; presentedKey: string },
): TakenDocument {
  const { pages, extension, changes, layout, mimeType, sizeBytes } = inspected;
  const digest = Buffer.from(inspected.sha256, 'hex');
  return {
    ...{ pages, extension, changes, layout },
    original: { storageKey: originalKey, mimeType, sha256: digest, sizeBytes },
    presented: {
      storageKey: presentedKey,
      mimeType: MEDIA_TYPES.pdf.mimeType,
      sha256: pdf ? sha256(pdf) : digest,
      sizeBytes: pdf ? pdf.length : sizeBytes,
    },
  };
}
