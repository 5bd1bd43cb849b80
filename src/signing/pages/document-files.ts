import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { Download } from '../../platform/pages/page.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { fileNameOf } from '../../signatures/documents/document-download.service.js';
import { findFile, findRequestDocument } from '../../signatures/documents/request-documents.queries.js';
import { localeOfVisit, type VisitLanguages } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import { mayHaveCopy, mayRead } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { DrawnDocuments } from '../drawn-documents.js';
import { SigningAccess } from '../signing-access.js';

/** The use of a document still being signed: by its page, the browser's own viewer, or as a download. */
export type FileUse = 'page' | 'viewer' | 'download';

/** One of the documents, by its number from 1. */
export interface WantedFile {
  n: number;
  use: FileUse;
}

/** Serves the documents as files to signers who may have it now. */
@Injectable()
export class DocumentFiles {
  constructor(
    private readonly access: SigningAccess,
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly drawn: DrawnDocuments,
    private readonly templates: TemplateRenderer,
  ) {}

  /**
   * The PDF with the entries of everyone who has signed, to be sent as `answer`. For use outside the page, where it
   * may be kept, every page carries a notice that it is incomplete.
   * @param wanted - number of the document, from 1, and its use
   * @throws AppError 404 if the signer may not read it now, 429 or 503 if there are too many downloads
   */
  async file(visit: Visit, wanted: WantedFile, answer: OpenAnswer): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) throw notFound('Document');
    return this.fileFor(context, visit, wanted, answer);
  }

  /** The same for somebody who may read it now, in the language of their visit. */
  async fileFor(
    context: SigningContext,
    visit: VisitLanguages,
    { n, use }: WantedFile,
    answer: OpenAnswer,
  ): Promise<Download> {
    const { own, document } = await this.find(context, n, 'presented');
    const locale = localeOfVisit(visit, context);
    const notice = use === 'page' ? null : this.templates.text('signing.document.unsealed', locale);
    const isAsSent = notice === null && context.earlier.length === 0;
    const { storageKey, mimeType } = document;
    const bytes = await this.downloads.load(answer, document, async () =>
      isAsSent ? this.files.get(storageKey) : (await this.drawn.read(context, { n, storageKey }, notice)).pdf,
    );
    const disposition = use === 'download' ? 'attachment' : 'inline';
    return new Download(bytes, mimeType, this.nameOf(own, locale), disposition);
  }

  /**
   * A signed document, to be sent as `answer`.
   * @param n - its number, from 1
   * @throws AppError 404 if there is none or it is not for this browser, 429 or 503 as `file`
   */
  async copy(visit: Visit, n: number, answer: OpenAnswer): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayHaveCopy(context)) throw notFound('Document');
    return this.signedCopy(context, n, answer);
  }

  /** The same for somebody who may have it. */
  async signedCopy(context: SigningContext, n: number, answer: OpenAnswer): Promise<Download> {
    const { own, document } = await this.find(context, n, 'signed');
    const bytes = await this.downloads.load(answer, document, () => this.files.get(document.storageKey));
    const fileName = fileNameOf(plainLine(own.name), 'signed', 'pdf');
    return new Download(bytes, document.mimeType, fileName, 'attachment');
  }

  /** @throws AppError 404 */
  private async find({ signature }: SigningContext, n: number, kind: 'presented' | 'signed') {
    const { manager } = this.dataSource;
    const own = await findRequestDocument(manager, signature, n);
    const document = own && (await findFile(manager, signature, own, kind));
    if (!document) throw notFound('Document');
    return { own, document };
  }

  private nameOf({ name }: { name: string }, locale: string): string {
    const suffix = this.templates.text('signing.document.unsealedName', locale);
    return `${plainLine(name).replace(/\.pdf$/i, '')}-${suffix}.pdf`;
  }
}
