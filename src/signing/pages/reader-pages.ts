import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { type Download, Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type OpenAnswer } from '../../platform/storage/downloads.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { approvalOf } from '../consent.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { type ReaderContext } from '../domain/reader-context.js';
import {
  mayConfirm,
  mayDecide,
  mayHaveCopy,
  mayRead,
  readerObstacleTo,
} from '../domain/reader-step.policy.js';
import { nothingShown, shownBefore, shownNow, shownToken } from '../domain/shown.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { type Visit } from '../domain/visit.js';
import { ReaderAccess } from '../reader-access.js';
import { readerAddressesOf } from '../reader-addresses.js';
import { DocumentFiles } from './document-files.js';
import { DocumentPages } from './document-pages.js';
import { toEarlierPeople } from './earlier.view-model.js';
import { problemModel } from './problems.view-model.js';
import { toReaderDocument, toReaderLanding, toReaderModel, toReaderSide } from './reader-page.view-model.js';

/** Builds the pages of those who do not sign, from the same parts as those of signers. */
@Injectable()
export class ReaderPages {
  constructor(
    private readonly access: ReaderAccess,
    private readonly documents: DocumentPages,
    private readonly files: DocumentFiles,
    private readonly templates: TemplateRenderer,
  ) {}

  /** What is asked for and how far it has come, or why there is nothing to do any more. */
  async landing(visit: Visit): Promise<Page> {
    const context = await this.access.find(visit);
    const obstacle = readerObstacleTo(context);
    if (obstacle === null) return new Page('reading/landing', toReaderLanding(context));
    const { status, model } = toReaderSide(context, obstacle);
    return new Page('reading/side', model, status);
  }

  /** The document as it stands. @param posted - of the form that was sent before others signed; null for none */
  async document(visit: Visit, posted: PostedFields | null = null): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) return new Redirect(readerAddressesOf(visit.token).landing);
    const { model } = await this.documents.reading(context.seen);
    const shown = { ...this.shownTo(context, posted), ...toReaderDocument(context) };
    return new Page('reading/document', { ...model, ...shown, mayConfirm: mayConfirm(context) });
  }

  /** The text of the document's pages. @throws AppError 404 */
  async text(visit: Visit): Promise<Page> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) throw notFound('Document');
    const { model } = await this.documents.textOf(context.seen);
    return new Page('signing/text', { ...model, ...toReaderModel(context) });
  }

  /**
   * The last screen of an approver.
   * @param posted - the form as it was sent; null at first
   */
  async approval(
    visit: Visit,
    posted: PostedFields | null = null,
    problems: FieldProblem[] = [],
  ): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (!mayDecide(context)) return new Redirect(readerAddressesOf(visit.token).landing);
    const { seen } = context;
    const locale = localeOfVisit(visit, seen);
    const model = {
      ...toReaderModel(context),
      statement: approvalOf(seen, this.templates, locale).text,
      shownLocale: locale,
      agreed: posted?.agree === 'yes',
      ...this.shownTo(context, posted),
      ...problemModel(this.templates, locale, problems),
    };
    return new Page('reading/approve', model, problems.length === 0 ? 200 : 400);
  }

  /** Asks for the reason, then for confirmation. */
  async reject(visit: Visit, reason: string, problem: string | null): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (!mayDecide(context)) return new Redirect(readerAddressesOf(visit.token).landing);
    const problems = problem === null ? [] : [{ field: 'reason', problem }];
    const locale = localeOfVisit(visit, context.seen);
    const model = {
      ...toReaderModel(context),
      reason,
      ...problemModel(this.templates, locale, problems),
    };
    const view = reason === '' || problem !== null ? 'reading/reject' : 'reading/reject-confirm';
    return new Page(view, model, problem === null ? 200 : 400);
  }

  /**
   * The PDF with the entries of everyone who has signed, never as a download: a browser outside the page gets it with a notice
   * on every page, and a copy always does.
   * @param wanted - number of the document, from 1, and whether the page asks for it
   * @throws AppError 404 if it may not be read now, 429 or 503 if there are too many downloads
   */
  async file(
    visit: Visit,
    { n, isForPage }: { n: number; isForPage: boolean },
    answer: OpenAnswer,
  ): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) throw notFound('Document');
    const isPlain = isForPage && context.recipient.action !== 'copy';
    return this.files.fileFor(context.seen, visit, { n, use: isPlain ? 'page' : 'viewer' }, answer);
  }

  /** A signed document. @param n - its number, from 1 @throws AppError 404 before it is complete, 429 or 503 as `file` */
  async copy(visit: Visit, n: number, answer: OpenAnswer): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayHaveCopy(context)) throw notFound('Document');
    return this.files.signedCopy(context.seen, n, answer);
  }

  private shownTo({ seen }: ReaderContext, posted: PostedFields | null) {
    const told = posted && (shownBefore(seen, posted) ?? nothingShown(seen));
    const known = told && new Set(told.signers.map(({ signerId }) => signerId));
    const earlier = toEarlierPeople(seen, known ?? undefined);
    return {
      earlier,
      isOutdated: earlier?.first.some(({ isNew }) => isNew) ?? false,
      shown: seen.documentSha256 === null ? null : shownToken(seen, shownNow(seen)),
    };
  }
}
