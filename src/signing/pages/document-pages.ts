import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { Page } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { DocumentTexts } from '../../signatures/documents/document-texts.js';
import { visibleFields } from '../domain/filled-form.js';
import { entryControl } from '../domain/form-entries.js';
import { DETERMINED } from '../domain/form-order.js';
import { type PostedFields, textOf } from '../domain/posted-fields.js';
import { type ReadDocument, withPagesBehind } from '../domain/sheets.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { filledForm, SEEN } from '../domain/signer-form.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import { mayRead } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { DrawnDocuments } from '../drawn-documents.js';
import { FormChecks } from '../form-checks.js';
import { SignDrafts } from '../sign-drafts.js';
import { SigningAccess } from '../signing-access.js';
import { toDocumentModel, toReadingModel } from './document-form.view-model.js';
import { entriesByPage, isBehind, pageKey, signersBehind, toEarlierPeople } from './earlier.view-model.js';
import { toFormPage } from './form.view-model.js';
import { problemModel } from './problems.view-model.js';
import { toPageModel } from './signing-page.view-model.js';

/** The document to fill in, read, or view as plain text, for signers who may read it now. */
@Injectable()
export class DocumentPages {
  constructor(
    private readonly access: SigningAccess,
    private readonly dataSource: DataSource,
    private readonly texts: DocumentTexts,
    private readonly drafts: SignDrafts,
    private readonly templates: TemplateRenderer,
    private readonly drawn: DrawnDocuments,
    private readonly forms: FormChecks,
  ) {}

  /**
   * The document with the signer's fields in place, filled in with earlier entries.
   * @param posted the page's own controls, if it is shown again
   */
  async form(
    visit: Visit,
    context: SigningContext,
    problems: FieldProblem[] = [],
    posted: PostedFields | null = null,
  ): Promise<Page> {
    const draft = posted ?? (await this.drafts.read(visit, context));
    const told = problemModel(this.templates, localeOfVisit(visit, context), problems);
    const model = {
      ...toDocumentModel(
        await this.asItStands(context),
        draft,
        this.templates.book('paper', context.signature.locale ?? DEFAULT_LOCALE),
      ),
      ...toFormPage(visit, context, draft, told.fieldErrors, this.templates),
      ...told,
    };
    return new Page('signing/document', model, problems.length > 0 && posted ? 400 : 200);
  }

  /** The page of a form that lacks something, with what that is. */
  async incompleteForm(visit: Visit, context: SigningContext): Promise<Page> {
    const draft = await this.drafts.read(visit, context);
    return this.form(visit, context, draft ? await this.forms.problems(visit, context, draft) : []);
  }

  /**
   * The page of a form after 'Continue', unless everything is filled in.
   * @returns null if it is
   */
  async nextOfForm(visit: Visit, context: SigningContext, posted: PostedFields): Promise<Page | null> {
    const filled = filledForm(visit, context, posted);
    if (filled === null) return null;
    const seen = new Set(textOf(posted, SEEN).split(' '));
    const fresh = visibleFields(filled).filter(
      ({ key, kind }) => !DETERMINED.includes(kind) && filled.resultOf(key).isShown && !seen.has(key),
    );
    const asked = new Set(fresh.map(({ key }) => entryControl(key)));
    const found = await this.forms.problems(visit, context, posted);
    const problems = found.filter(({ field }) => !asked.has(field));
    if (fresh.length === 0 && problems.length === 0) return null;
    const page = await this.form(visit, context, problems, posted);
    return new Page(page.view, { ...page.model, hasMore: fresh.length > 0 }, page.status);
  }

  /** The document for a signer whose turn has not come yet. */
  async reading(context: SigningContext): Promise<Page> {
    return new Page('signing/reading', toReadingModel(await this.asItStands(context)));
  }

  /** The text of the document's pages, for screen readers and browsers that cannot show PDFs. @throws AppError 404 */
  async text(visit: Visit): Promise<Page> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) throw notFound('Document');
    return this.textOf(context);
  }

  /** The same for somebody who may read it now. */
  async textOf(context: SigningContext): Promise<Page> {
    const entries = entriesByPage(context);
    const { documents } = context;
    if (documents.length === 0) throw notFound('Document');
    const { organizationId } = context.signature;
    const texts = [];
    for (const { n, name, storageKey } of documents)
      texts.push({ n, name, text: await this.texts.read({ organizationId, storageKey }) });
    const pages = texts.flatMap(({ n, name, text }) =>
      (text?.pages ?? []).map((words, index) => ({
        ...{ n, page: index + 1, pages: text!.pages.length, words },
        title: documents.length > 1 && index === 0 ? plainLine(name) : null,
        isUnread: text!.unread.includes(index + 1),
        entries: entries.get(pageKey({ document: n, page: index + 1 })) ?? [],
      })),
    );
    const { addresses, ...model } = toPageModel(context, 'document');
    return new Page('signing/text', {
      ...model,
      addresses,
      pages: pages.map((page, index) => ({ ...page, number: index + 1 })),
      pageCount: pages.length,
      isReadable: pages.some(({ words }) => words !== ''),
      isUnread: texts.some(({ text }) => text === null || text.unread.length > 0),
      hasPages: pages.some(({ words, entries }) => words !== '' || entries.length > 0),
      isCut: texts.some(({ text }) => text?.isCut),
      earlier: toEarlierPeople(context),
      behind: signersBehind(context),
    });
  }

  /** Adds the pages behind each document with the signatures that have no place in it. */
  private async asItStands(context: SigningContext): Promise<SigningContext> {
    const { earlier, documents } = context;
    const isLonger = ({ n }: ReadDocument) => earlier.some((each) => isBehind(each, n));
    if (!documents.some(isLonger)) return context;
    const asDrawn = async (document: ReadDocument) => {
      const { pages, paper } = await this.drawn.read(context, document, null);
      return withPagesBehind(document, pages, paper);
    };
    const longer: ReadDocument[] = [];
    // One after the other: the processes that draw are for everybody.
    for (const document of documents) longer.push(isLonger(document) ? await asDrawn(document) : document);
    return { ...context, documents: longer };
  }
}
