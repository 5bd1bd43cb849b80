import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { AppError, notFound, refused } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { isAutomaticRequest } from '../../common/http/preview-agent.js';
import { parseId } from '../../common/ids.js';
import { CaseDecisions, MAX_NOTE } from '../../manual-review/case-decisions.js';
import { type ReviewCase, ReviewCases } from '../../manual-review/review-cases.js';
import { type Involvement, type ReviewClaim, ReviewClaims } from '../../manual-review/review-claims.js';
import { type CasePicture, ReviewPictures } from '../../manual-review/review-pictures.js';
import { type QueuePlace, ReviewQueue } from '../../manual-review/review-queue.js';
import { MAX_REASON } from '../../manual-review/reviews.service.js';
import { NoContent, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { type Statement } from '../../platform/templates/statement.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { DECISION_REASONS, REVIEW_RESULTS } from '../domain/decision-reasons.js';
import { isUnattended } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';
import {
  type RefusedDecision,
  toCaseModel,
  toChecks,
  toDecisions,
  toReasons,
} from './review-case.view-model.js';
import { REVIEWS_ADDRESS } from './reviews.controller.js';
import { SentOnce } from './sent-once.js';
import { VerificationHistories } from './verification-histories.js';

type Fields = Record<string, unknown>;

/** What the reviewer did on the previous page. */
interface Extras {
  justDecided?: number | null;
  justAsked?: number | null;
}

/** Problems of a submitted form. */
interface Refusal {
  refusedDecision?: RefusedDecision;
  askProblem?: Statement;
  asked?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const reviewerOf = (visit: DashboardVisit, verificationId: number) => ({
  organizationId: visit.organizationId,
  userId: visit.id,
  address: visit.address,
  verificationId,
});

/** One case: claimed by opening it, decided by its form, and open for notes afterwards. */
@DashboardPages('/reviews', 'reviews')
export class ReviewCaseController {
  constructor(
    private readonly cases: ReviewCases,
    private readonly queue: ReviewQueue,
    private readonly claims: ReviewClaims,
    private readonly pictures: ReviewPictures,
    private readonly decisions: CaseDecisions,
    private readonly histories: VerificationHistories,
    private readonly templates: TemplateRenderer,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get(':id')
  async show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { decided, asked }: Fields,
    @Req() request: DashboardRequest,
  ): Promise<PageResult> {
    if (isAutomaticRequest(request)) return new NoContent();
    const waiting = await this.cases.findWaiting(visit.organizationId, id);
    const just = { justDecided: parseId(textOf(decided)), justAsked: parseId(textOf(asked)) };
    if (!waiting) return this.decidedPage(visit, id, just);
    return isUnattended(request)
      ? this.watchingPage(visit, waiting, just)
      : this.waitingPage(visit, waiting, just);
  }

  /** Renews the claim of the open page. */
  @Post(':id/claim')
  async renew(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    const claim = await this.claims.claim(reviewerOf(visit, id));
    if (claim?.userId !== visit.id) throw refused('not_claimed', 'Another reviewer is reviewing this case');
    return new NoContent();
  }

  @Post(':id/leave')
  async leave(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() { then }: Fields,
  ): Promise<PageResult> {
    await this.claims.leave(reviewerOf(visit, id));
    const left = await this.queue.placeOf(visit.organizationId, id);
    if (then !== 'next' || !left) return new Redirect(REVIEWS_ADDRESS);
    return new Redirect((await this.addressAfter(visit, left)) ?? REVIEWS_ADDRESS);
  }

  @Post(':id/decision')
  async decide(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const result = REVIEW_RESULTS.find((known) => known === fields.result);
    if (!result) throw notFound('Decision');
    const because = DECISION_REASONS[result].find((known) => known === fields.because) ?? null;
    const words = textOf(fields.words).trim();
    const reason = [because && this.inWords(because), words].filter(Boolean).join(': ');
    try {
      const { place } = await this.decisions.decide({ ...reviewerOf(visit, id), result, reason });
      const next = (await this.addressAfter(visit, place)) ?? REVIEWS_ADDRESS;
      return new Redirect(`${next}?decided=${id}`);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      const wrong = reason === '' ? 'noReason' : 'longReason';
      const key = error.code === 'validation_failed' ? wrong : 'lapsed';
      const problem = { key: `dashboard.reviews.${key}`, values: { max: MAX_REASON } };
      return this.refusedPage(visit, id, { refusedDecision: { result, because, words, problem } });
    }
  }

  /** `ask` names the part and the reason, such as `front:glare`. */
  @Post(':id/ask')
  async askAgain(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() { ask }: Fields,
  ): Promise<PageResult> {
    const [part = '', reason = ''] = textOf(ask).split(':');
    try {
      const place = await this.decisions.requestAgain(reviewerOf(visit, id), part, reason);
      const next = (await this.addressAfter(visit, place)) ?? REVIEWS_ADDRESS;
      return new Redirect(`${next}?asked=${id}`);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      const key = error.code === 'validation_failed' ? 'ask.none' : 'lapsed';
      return this.refusedPage(visit, id, { askProblem: { key: `dashboard.reviews.${key}` }, asked: ask });
    }
  }

  /** A form that is sent twice adds one note. */
  @Post(':id/notes')
  async note(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const words = textOf(fields.note);
    const note = async () => {
      await this.decisions.note(reviewerOf(visit, id), words);
      return id;
    };
    try {
      await this.once.run(visit, `note:${id}`, fields, note);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      const problem = { key: 'dashboard.reviews.badNote', values: { max: MAX_NOTE } };
      return this.decidedPage(visit, id, { note: words, problem }, 400);
    }
    return new Redirect(`${REVIEWS_ADDRESS}/${id}`);
  }

  /** In English, since the caller's programs get it with the report. */
  private inWords(because: string): string {
    return this.templates.text(`dashboard.reviews.because.${because}`, DEFAULT_LOCALE);
  }

  private async addressAfter(visit: DashboardVisit, after: QueuePlace): Promise<string | null> {
    const { organizationId, id: userId } = visit;
    const next = await this.queue.next({ organizationId, userId }, after);
    return next === null ? null : `${REVIEWS_ADDRESS}/${next}`;
  }

  /** The case with its form as sent, or its outcome if someone else was faster. */
  private async refusedPage(visit: DashboardVisit, id: number, refusal: Refusal): Promise<PageResult> {
    const waiting = await this.cases.findWaiting(visit.organizationId, id);
    if (!waiting) return new Redirect(`${REVIEWS_ADDRESS}/${id}`);
    return this.waitingPage(visit, waiting, refusal, 400);
  }

  /** Includes pictures only for the holder of the claim. */
  private async waitingPage(
    visit: DashboardVisit,
    waiting: ReviewCase,
    extras: Extras & Refusal,
    status = 200,
  ): Promise<Page> {
    const { verification } = waiting;
    const reviewer = reviewerOf(visit, verification.id);
    const { involvement, isKeptOut } = await this.claims.involvement(reviewer);
    if (isKeptOut) {
      const holder = await this.claims.find(reviewer);
      return this.heldPage(visit, waiting, { ...extras, keptOutBy: involvement, holder });
    }
    if (await this.claims.mustWaitForAnother(reviewer))
      return this.heldPage(visit, waiting, { ...extras, mustWait: true });
    const claim = await this.claims.claim(reviewer);
    if (claim?.userId !== visit.id) return this.heldPage(visit, waiting, { ...extras, holder: claim });
    const addressOf = (picture: CasePicture) =>
      `${REVIEWS_ADDRESS}/pictures/${this.pictures.tokenFor(visit, verification.id, picture)}`;
    const decisions = toDecisions(extras.refusedDecision ?? null);
    const shown = toCaseModel(waiting, addressOf);
    const model = { ...shown, involvement, decisions, maxReason: MAX_REASON, ...extras };
    return this.shell.page(visit, 'review-case', model, status);
  }

  /** For an automatic refresh: shows who holds the case by now, without claiming it. Only a person claims a case. */
  private async watchingPage(visit: DashboardVisit, waiting: ReviewCase, extras: Extras): Promise<Page> {
    const reviewer = reviewerOf(visit, waiting.verification.id);
    const mustWait = await this.claims.mustWaitForAnother(reviewer);
    const { involvement, isKeptOut } = await this.claims.involvement(reviewer);
    const keptOutBy = isKeptOut ? involvement : null;
    const holder = await this.claims.find(reviewer);
    return this.heldPage(visit, waiting, { ...extras, mustWait, keptOutBy, holder });
  }

  private heldPage(
    visit: DashboardVisit,
    { verification }: ReviewCase,
    {
      mustWait = false,
      keptOutBy = null,
      holder = null,
      ...model
    }: Extras & { mustWait?: boolean; keptOutBy?: Involvement | null; holder?: ReviewClaim | null },
  ): Promise<Page> {
    const isOwn = holder?.userId === visit.id;
    const mayOpen = !mustWait && keptOutBy === null && (isOwn || holder === null);
    return this.shell.page(visit, 'review-held', {
      ...model,
      verification,
      mustWait,
      keptOutBy,
      holder,
      isOwn,
      mayOpen,
    });
  }

  private async decidedPage(visit: DashboardVisit, id: number, extras: object, status = 200): Promise<Page> {
    const decided = await this.cases.findDecided(visit.organizationId, id);
    if (!decided) throw notFound('Case');
    const { verification, report, votes, notes } = decided;
    const model = {
      verification,
      report,
      decision: await this.histories.decisionOn(verification),
      votes: votes.map((vote) => ({ ...vote, reasons: toReasons([vote.reason]) })),
      notes,
      maxNote: MAX_NOTE,
      reasons: toReasons(report.reasons),
      ...toChecks(report.checks),
      ...extras,
    };
    return this.shell.page(visit, 'review-decided', model, status);
  }
}
