import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { Download } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { FileStore } from '../../platform/storage/file-store.service.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.service.js';
import { fileNameOf } from '../../signatures/document-download.service.js';
import { findDocument, presentedDocument } from '../../signatures/signature-document.queries.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { documentNameOf, type SigningContext } from '../domain/signing-context.js';
import { mayHaveCopy, mayRead } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { DrawnDocuments } from '../drawn-documents.service.js';
import { SigningAccess } from '../signing-access.service.js';

/** For whom a document is that people still sign: the page that shows it, a viewer of the browser's own, or a folder. */
export type FileUse = 'page' | 'viewer' | 'download';

/** The document as a file, for signers who may have it now. */
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
   * The PDF with what those have left who have signed, to be sent in `reply`. Outside the page, where it may be kept, each of
   * its pages says that it is not complete.
   * @throws AppError 404 if the signer may not read it now, 429 or 503 for too many downloads
   */
  async file(visit: Visit, use: FileUse, reply: FastifyReply): Promise<Download> {
    const context = await this.access.look(visit);
    if (!mayRead(context)) throw notFound('Document');
    const document = await presentedDocument(this.dataSource.manager, context.signature);
    const locale = localeOfVisit(visit, context);
    const notice = use === 'page' ? null : this.templates.text('signing.document.unsealed', locale);
    const isAsSent = notice === null && context.earlier.length === 0;
    const bytes = await this.downloads.load(reply, document, async () =>
      isAsSent ? this.files.get(document.storageKey) : (await this.drawn.read(context, document, notice)).pdf,
    );
    const disposition = use === 'download' ? 'attachment' : 'inline';
    return new Download(bytes, document.mimeType, this.nameOf(context, locale), disposition);
  }

  /** The signed document, sent in `reply`. @throws AppError 404 if there is none or it is not for this browser, 429 or 503 as `file` */
  async copy(visit: Visit, reply: FastifyReply): Promise<Download> {
    const context = await this.access.look(visit);
    const { manager } = this.dataSource;
    const document = mayHaveCopy(context) ? await findDocument(manager, context.signature, 'signed') : null;
    if (!document) throw notFound('Document');
    const bytes = await this.downloads.load(reply, document, () => this.files.get(document.storageKey));
    const fileName = fileNameOf(documentNameOf(context), 'signed', 'pdf');
    return new Download(bytes, document.mimeType, fileName, 'attachment');
  }

  private nameOf(context: SigningContext, locale: string): string {
    const suffix = this.templates.text('signing.document.unsealedName', locale);
    return `${documentNameOf(context).replace(/\.pdf$/i, '')}-${suffix}.pdf`;
  }
}
