import { Body, Get, Post, Query } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { Retention } from '../../identity-verifications/retention.js';
import { ReviewRules } from '../../manual-review/review-rules.js';
import { REVIEW_MAILS, type ReviewMails } from '../../organizations/organization.entity.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import {
  daysFault,
  DOCUMENT_DAYS,
  DRAFT_DAYS,
  isShorter,
} from '../../signatures/retention/domain/request-retention.js';
import { type Periods, RequestRetention } from '../../signatures/retention/request-retention.js';
import { confirmFirst } from './confirm-first.js';
import { InArea } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ADDRESS = '/dashboard/settings/rules';
const SAVED = ['mails', 'faces', 'retention', 'documents'];
/** Stands for a field without a valid number of days. */
const NO_DAYS = 0;

interface RulesModel {
  saved?: string;
  /** Typed values that could not be saved. */
  typedDays?: string;
  typedMails?: { mails: ReviewMails; mailbox: string };
  daysProblem?: Statement;
  mailboxProblem?: Statement;
  typedPeriods?: { documentDays: string; draftDays: string };
  documentDaysProblem?: Statement;
  draftDaysProblem?: Statement;
}

/** Who is notified of reviews, whether every face is reviewed, and how long pictures and requests are kept. */
@DashboardPages('/settings/rules', 'settings')
export class RulesController {
  constructor(
    private readonly reviews: ReviewRules,
    private readonly retention: Retention,
    private readonly requestRetention: RequestRetention,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit, @Query() { saved }: Fields): Promise<Page> {
    return this.page(visit, { saved: SAVED.find((what) => what === saved) });
  }

  @Post('review-mails')
  async setReviewMails(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const mails = REVIEW_MAILS.find((who) => who === fields.mails) ?? 'reviewers';
    const mailbox = textOf(fields.mailbox);
    try {
      await this.reviews.setMails(actorOf(visit), mails, mailbox);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const mailboxProblem = { key: 'dashboard.rules.mailboxProblem' };
      return this.page(visit, { typedMails: { mails, mailbox }, mailboxProblem }, 400);
    }
    return new Redirect(`${ADDRESS}?saved=mails`);
  }

  @Post('review-faces')
  async setReviewFaces(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<Redirect> {
    await this.reviews.setFaces(actorOf(visit), textOf(fields.faces) === 'yes');
    return new Redirect(`${ADDRESS}?saved=faces`);
  }

  /** A shorter period erases data kept now, which cannot be undone. */
  @InArea('erasure')
  @Post('retention')
  async setRetention(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const { organizationId } = visit;
    const typedDays = textOf(fields.days).trim();
    const days = daysIn(typedDays);
    const erasesNow = days > 0 && days < (await this.retention.daysOf(organizationId));
    if (erasesNow && !visit.isConfirmed) return confirmFirst(ADDRESS);
    try {
      await this.retention.set(actorOf(visit), days);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const values = { most: this.retention.longestDays };
      return this.page(
        visit,
        { typedDays, daysProblem: { key: 'dashboard.rules.daysProblem', values } },
        400,
      );
    }
    return new Redirect(`${ADDRESS}?saved=retention`);
  }

  /** A shorter period removes contents kept now, as with pictures. */
  @InArea('erasure')
  @Post('documents')
  async setRequestRetention(
    @CurrentVisit() visit: DashboardVisit,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    const typedPeriods = {
      documentDays: textOf(fields.documentDays).trim(),
      draftDays: textOf(fields.draftDays).trim(),
    };
    const periods: Periods = {
      documentRetentionDays: daysOrNever(typedPeriods.documentDays),
      draftRetentionDays: daysOrNever(typedPeriods.draftDays),
    };
    const problems = problemsOf(periods);
    if (problems) return this.page(visit, { typedPeriods, ...problems }, 400);
    const before = await this.requestRetention.periodsOf(organizationId);
    const removesNow =
      isShorter(periods.documentRetentionDays, before.documentRetentionDays) ||
      isShorter(periods.draftRetentionDays, before.draftRetentionDays);
    if (removesNow && !visit.isConfirmed) return confirmFirst(ADDRESS);
    await this.requestRetention.set(actorOf(visit), periods);
    return new Redirect(`${ADDRESS}?saved=documents`);
  }

  private async page(visit: DashboardVisit, model: RulesModel, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const { reviewFaces, reviewMails, reviewMailbox } = await this.reviews.of(organizationId);
    const { mails, mailbox } = model.typedMails ?? { mails: reviewMails, mailbox: reviewMailbox };
    const days = await this.retention.daysOf(organizationId);
    const { documentRetentionDays, draftRetentionDays } =
      await this.requestRetention.periodsOf(organizationId);
    const typedPeriods = {
      documentDays: String(documentRetentionDays ?? ''),
      draftDays: String(draftRetentionDays ?? ''),
    };
    return this.shell.page(
      visit,
      'rules',
      {
        typedPeriods,
        ...model,
        reviewFaces,
        documentRetentionDays,
        draftRetentionDays,
        documentBounds: DOCUMENT_DAYS,
        draftBounds: DRAFT_DAYS,
        recipients: REVIEW_MAILS.map((who) => ({ who, isChosen: who === mails })),
        mailbox,
        keptDays: days,
        typedDays: model.typedDays ?? String(days),
        longestDays: this.retention.longestDays,
      },
      status,
    );
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.statusCode === 400;

const daysIn = (typed: string) => (/^\d{1,5}$/.test(typed) ? Number(typed) : NO_DAYS);

const daysOrNever = (typed: string) => (typed === '' ? null : daysIn(typed));

/** Problems by field; null if there are none. */
function problemsOf({
  documentRetentionDays,
  draftRetentionDays,
}: Periods): Pick<RulesModel, 'documentDaysProblem' | 'draftDaysProblem'> | null {
  const problemWith = (days: number | null, bounds: typeof DOCUMENT_DAYS): Statement | undefined =>
    daysFault('days', days, bounds) && { key: 'dashboard.rules.requests.problem', values: bounds };
  const documentDaysProblem = problemWith(documentRetentionDays, DOCUMENT_DAYS);
  const draftDaysProblem = problemWith(draftRetentionDays, DRAFT_DAYS);
  if (!documentDaysProblem && !draftDaysProblem) return null;
  return {
    ...(documentDaysProblem && { documentDaysProblem }),
    ...(draftDaysProblem && { draftDaysProblem }),
  };
}
