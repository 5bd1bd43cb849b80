import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { Download, Page } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { FileStore } from '../../platform/storage/file-store.service.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.service.js';
import { fileNameOf } from '../../signatures/document-download.service.js';
import { DocumentTexts } from '../../signatures/document-texts.service.js';
import { type SignatureDocument } from '../../signatures/signature-document.entity.js';
import { findDocument, presentedDocument } from '../../signatures/signature-document.queries.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { mayHaveCopy, mayRead } from '../domain/signing-step.policy.js';
import { SignDrafts } from '../sign-drafts.service.js';
import { toDocumentModel } from './document-form.view-model.js';
import { problemModel } from './problems.view-model.js';
import { toPageModel } from './signing-page.view-model.js';
import { SigningAccess } from '../signing-access.service.js';
import { documentNameOf, type SigningContext } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';

/** The document to fill in, as a file, and as plain text, for signers who may read it now. */
@Injectable()
export class DocumentPages {
  constructor(
    private readonly access: SigningAccess,
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly texts: DocumentTexts,
    private readonly drafts: SignDrafts,
    private readonly templates: TemplateRenderer,
  ) {}

  /** The document with the signer's fields where they stand, filled in as far as they were. */
  async form(visit: Visit, context: SigningContext, problems: FieldProblem[] = []): Promise<Page> {
    const draft = await this.drafts.read(visit, context);
    const locale = localeOfVisit(visit, context);
    return new Page('signing/document', {
      ...toDocumentModel(
        context,
        draft,
        this.templates.book('paper', context.signature.locale ?? DEFAULT_LOCALE),
      ),
      ...problemModel(this.templates, locale, problems),
    });
  }

  /** The PDF, to be sent in `reply`. @throws AppError 404 if the signer may not read it now, 429 or 503 for too many downloads */
  async file(visit: Visit, disposition: 'inline' | 'attachment', reply: FastifyReply): Promise<Download> {
    const { context, document } = await this.find(visit);
    const bytes = await this.downloads.load(reply, document, () => this.files.get(document.storageKey));
    const fileName = `${documentNameOf(context).replace(/\.pdf$/i, '')}.pdf`;
    return new Download(bytes, document.mimeType, fileName, disposition);
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

  /** The text of its pages, for screen readers and browsers that cannot show PDFs. @throws AppError 404 */
  async text(visit: Visit): Promise<Page> {
    const { context, document } = await this.find(visit);
    const text = await this.texts.read(document);
    const pages = (text?.pages ?? []).map((words, index) => ({ number: index + 1, words }));
    const { addresses, ...model } = toPageModel(context, 'document');
    return new Page('signing/text', {
      ...model,
      addresses,
      pages,
      pageCount: pages.length,
      isReadable: pages.some(({ words }) => words !== ''),
      isCut: text?.isCut ?? false,
    });
  }

  private async find(visit: Visit): Promise<{ context: SigningContext; document: SignatureDocument }> {
    const context = await this.access.look(visit);
    if (!mayRead(context)) throw notFound('Document');
    return { context, document: await presentedDocument(this.dataSource.manager, context.signature) };
  }
}
