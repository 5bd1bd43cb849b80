import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { Page } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.service.js';
import { DocumentTexts } from '../../signatures/document-texts.service.js';
import { type SignatureDocument } from '../../signatures/signature-document.entity.js';
import { presentedDocument } from '../../signatures/signature-document.queries.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { withPagesBehind } from '../domain/sheets.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { mayRead } from '../domain/signing-step.policy.js';
import { SignDrafts } from '../sign-drafts.service.js';
import { toDocumentModel, toReadingModel } from './document-form.view-model.js';
import { problemModel } from './problems.view-model.js';
import { toPageModel } from './signing-page.view-model.js';
import { DrawnDocuments } from '../drawn-documents.service.js';
import { entriesOnPage, isBehind, signersBehind, toEarlierPeople } from './earlier.view-model.js';
import { SigningAccess } from '../signing-access.service.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';

/** The document to fill in, to read, and as plain text, for signers who may read it now. */
@Injectable()
export class DocumentPages {
  constructor(
    private readonly access: SigningAccess,
    private readonly dataSource: DataSource,
    private readonly texts: DocumentTexts,
    private readonly drafts: SignDrafts,
    private readonly templates: TemplateRenderer,
    private readonly drawn: DrawnDocuments,
  ) {}

  /** The document with the signer's fields where they stand, filled in as far as they were. */
  async form(visit: Visit, context: SigningContext, problems: FieldProblem[] = []): Promise<Page> {
    const draft = await this.drafts.read(visit, context);
    const locale = localeOfVisit(visit, context);
    return new Page('signing/document', {
      ...toDocumentModel(
        await this.asItStands(context),
        draft,
        this.templates.book('paper', context.signature.locale ?? DEFAULT_LOCALE),
      ),
      ...problemModel(this.templates, locale, problems),
    });
  }

  /** The document for a signer whose turn has not come. */
  async reading(context: SigningContext): Promise<Page> {
    return new Page('signing/reading', toReadingModel(await this.asItStands(context)));
  }

  /** The text of its pages, for screen readers and browsers that cannot show PDFs. @throws AppError 404 */
  async text(visit: Visit): Promise<Page> {
    const { context, document } = await this.find(visit);
    const text = await this.texts.read(document);
    const pages = (text?.pages ?? []).map((words, index) => ({
      number: index + 1,
      words,
      isUnread: text?.unread.includes(index + 1),
      entries: entriesOnPage(context, index + 1),
    }));
    const { addresses, ...model } = toPageModel(context, 'document');
    return new Page('signing/text', {
      ...model,
      addresses,
      pages,
      pageCount: pages.length,
      isReadable: pages.some(({ words }) => words !== ''),
      isUnread: text === null || text.unread.length > 0,
      hasPages: pages.some(({ words, entries }) => words !== '' || entries.length > 0),
      isCut: text?.isCut ?? false,
      earlier: toEarlierPeople(context),
      behind: signersBehind(context),
    });
  }

  /** With the pages behind the document on which those have signed who have no place in it. */
  private async asItStands(context: SigningContext): Promise<SigningContext> {
    const { earlier, sheets, signature } = context;
    if (!earlier.some(isBehind)) return context;
    const document = await presentedDocument(this.dataSource.manager, signature);
    const { pages, paper } = await this.drawn.read(context, document, null);
    return { ...context, sheets: withPagesBehind(sheets, pages, paper) };
  }

  private async find(visit: Visit): Promise<{ context: SigningContext; document: SignatureDocument }> {
    const context = await this.access.look(visit);
    if (!mayRead(context)) throw notFound('Document');
    return { context, document: await presentedDocument(this.dataSource.manager, context.signature) };
  }
}
