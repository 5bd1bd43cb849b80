import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { Brands } from '../../brands/brands.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { writePlace } from '../../common/keyset.js';
import {
  VERIFICATION_STATES,
  type VerificationState,
} from '../../identity-verifications/domain/verification.state.js';
import { MediaErasure } from '../../identity-verifications/media-erasure.js';
import {
  type BrowsedVerification,
  VerificationLists,
} from '../../identity-verifications/verification-lists.js';
import { VerificationsService } from '../../identity-verifications/verifications.service.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { unknownIn } from '../domain/filter-fields.js';
import { listBehind, pageBefore, VERIFICATION_LIST } from '../domain/list-address.js';
import {
  type PersonForm,
  type PersonProblems,
  readPersonForm,
  toPerson,
  VALID_MINUTES,
} from '../domain/person-form.js';
import { readVerificationChoice, verificationSearch } from '../domain/verification-choice.js';
import { InArea } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { chipsOf, MOST_IN_CHIP } from './list-chips.js';
import { ListExports } from './list-exports.js';
import { filtersIn, listPage, optionsOf } from './list-page.js';
import { SentOnce } from './sent-once.js';
import { usualLanguage } from './usual-language.js';
import { VerificationPages } from './verification-pages.js';

const ADDRESS = '/dashboard/verifications';
const TONES: Readonly<Record<VerificationState, string>> = {
  pending: 'none',
  in_progress: 'info',
  reviewing: 'warn',
  completed: 'good',
  failed: 'bad',
  expired: 'warn',
};

/** The organization's identity verifications, with their reports. Pictures are for reviewers only. */
@DashboardPages('/verifications', 'verifications')
export class DashboardVerificationsController {
  constructor(
    private readonly brands: Brands,
    private readonly lists: VerificationLists,
    private readonly verifications: VerificationsService,
    private readonly erasure: MediaErasure,
    private readonly exports: ListExports,
    private readonly pages: VerificationPages,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const choice = readVerificationChoice(query);
    const { filter, entered, problems, before } = choice;
    const search = verificationSearch(visit, filter);
    const source = { address: ADDRESS, choice, isFirst: before === undefined, placeOf: writePlace };
    const found = await listPage<BrowsedVerification>(source, (limit, most) =>
      this.lists.search(search, { before, limit }, most),
    );
    const chips = await chipsOf(
      {
        address: ADDRESS,
        field: 'state',
        states: VERIFICATION_STATES,
        filter,
        isUnknown: 'state' in problems,
      },
      () => this.lists.countStates(visit.organizationId, MOST_IN_CHIP),
    );
    const rows = found.rows.map((row) => ({ ...row, tone: TONES[row.state] }));
    const model = {
      found: { ...found, rows },
      ...listBehind(visit.url, VERIFICATION_LIST),
      entered,
      problems,
      unknown: unknownIn(problems),
      chips,
      kept: filter.state ? [{ parameter: 'state', kept: filter.state }] : [],
      folded: [filter.dateFrom, filter.dateTo].filter((day) => day !== undefined).length,
      hasFoldedProblem: Boolean(problems.dateFrom ?? problems.dateTo),
    };
    return this.shell.page(visit, 'verifications', model, found.isWrong ? 400 : 200);
  }

  @Get('export.csv')
  export(
    @CurrentVisit() visit: DashboardVisit,
    @Query() query: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const choice = readVerificationChoice(query);
    const { filter } = choice;
    return this.exports.load(visit, reply, {
      list: { address: ADDRESS, choice },
      baseName: 'verifications',
      format: 'csv',
      read: () => this.lists.csv(actorOf(visit), verificationSearch(visit, filter), filtersIn(filter)),
    });
  }

  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.form(visit, readPersonForm({}));
  }

  /** The person gets the link by mail, and chooses the document. A form that is sent twice begins one verification. */
  @Post('new')
  async start(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const entered = readPersonForm(fields);
    const person = toPerson(entered);
    if ('problems' in person) return this.form(visit, entered, person.problems);
    const request = { ...person, callbackUrl: null };
    const begin = async () => (await this.verifications.createFor(actorOf(visit), request)).verification.id;
    const id = await this.once.run(visit, 'verification', fields, begin);
    return new Redirect(`${ADDRESS}/${id}`);
  }

  @Get(':id')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<Page> {
    return this.pages.show(visit, id);
  }

  @InArea('erasure')
  @Post(':id/erase')
  async erase(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    await this.erasure.erase(visit.organizationId, id, actorOf(visit));
    return new Redirect(pageBefore(visit.url, VERIFICATION_LIST, id));
  }

  private async form(visit: DashboardVisit, entered: PersonForm, problems?: PersonProblems): Promise<Page> {
    const usual = await usualLanguage(this.brands, visit.organizationId);
    const periods = optionsOf(VALID_MINUTES, entered.minutes);
    const model = { ...entered, problems: problems ?? {}, usualLanguage: usual, periods };
    return this.shell.page(visit, 'verification-new', model, problems ? 400 : 200);
  }
}
