import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { toCount } from '../../common/count.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { readPlace, writePlace } from '../../common/keyset.js';
import { type ExtractedData, matchedBy } from '../../identity-verifications/domain/decision.js';
import { isFinal, VERIFICATION_STATES } from '../../identity-verifications/domain/verification.state.js';
import { MediaErasure } from '../../identity-verifications/media-erasure.service.js';
import {
  type BrowsedVerification,
  browseVerifications,
  countVerifications,
} from '../../identity-verifications/verification-browsing.queries.js';
import { verificationsCsv } from '../../identity-verifications/verifications-export.js';
import { VerificationQueries } from '../../identity-verifications/verification.queries.js';
import { VerificationsService } from '../../identity-verifications/verifications.service.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { actorOf } from '../domain/actor-of.js';
import { mayOpen } from '../domain/areas.js';
import {
  type PersonForm,
  type PersonProblems,
  readPersonForm,
  toPerson,
  VALID_MINUTES,
} from '../domain/person-form.js';
import { readVerificationChoice, verificationSearch } from '../domain/verification-choice.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { InArea } from './dashboard.guard.js';
import { ListExports } from './list-exports.service.js';
import { filtersIn, listPage, optionsOf } from './list-page.js';
import { toReasons } from './review-case.view-model.js';
import { usualLanguage } from './usual-language.js';

const ADDRESS = '/dashboard/verifications';

/** The organization's identity verifications, with their reports. Pictures are for reviewers only. */
@DashboardPages('/verifications', 'verifications')
export class DashboardVerificationsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationsService,
    private readonly queries: VerificationQueries,
    private readonly erasure: MediaErasure,
    private readonly activity: ActivityLog,
    private readonly exports: ListExports,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const { manager } = this.dataSource;
    const choice = readVerificationChoice(query);
    const { filter, entered, problems } = choice;
    const search = verificationSearch(visit.organizationId, filter);
    const before = readPlace(query.before);
    const source = { address: ADDRESS, choice, isFirst: before === undefined, placeOf: writePlace };
    const found = await listPage<BrowsedVerification>(source, async (limit, most) => {
      const [rows, counted] = await Promise.all([
        browseVerifications(manager, search, before, limit),
        countVerifications(manager, search, most + 1),
      ]);
      return { rows, matches: toCount(counted, most) };
    });
    const states = optionsOf(VERIFICATION_STATES, filter.state);
    const model = { found, entered, problems, states };
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
    return this.exports.send(visit, reply, {
      list: { address: ADDRESS, choice },
      type: 'verifications_exported',
      data: filtersIn(filter),
      baseName: 'verifications',
      format: 'csv',
      read: () => verificationsCsv(this.dataSource.manager, verificationSearch(visit.organizationId, filter)),
    });
  }

  @Get('new')
  ask(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.form(visit, readPersonForm({}));
  }

  /** The person gets the link by mail, and chooses the document. */
  @Post('new')
  async start(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const entered = readPersonForm(fields);
    const person = toPerson(entered);
    if ('problems' in person) return this.form(visit, entered, person.problems);
    const { verification } = await this.activity.recordWith(
      () => this.verifications.createShort(visit.organizationId, { ...person, callbackUrl: null }),
      (started) => ({
        ...actorOf(visit),
        type: 'verification_started',
        subject: subjectOf(started.verification.id),
      }),
    );
    return new Redirect(`${ADDRESS}/${verification.id}`);
  }

  @Get(':id')
  async show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<Page> {
    const { organizationId } = visit;
    const { verification, events } = await this.verifications.get(organizationId, id);
    const report = await this.queries.report(this.dataSource.manager, organizationId, id);
    const { email, fullName, locale, state, documentType, verificationMethod, createdAt } = verification;
    const { mediaErasureBeganAt, mediaErasedAt } = verification;
    const isErased = mediaErasureBeganAt !== null || mediaErasedAt !== null;
    return this.shell.page(visit, 'verification', {
      verification: {
        id,
        email,
        fullName,
        language: locale,
        state,
        documentType,
        verificationMethod,
        createdAt,
        mediaErasedAt,
      },
      events: events.map(({ type, createdAt: at }) => ({ type, at })),
      report,
      compared: report && { by: matchedBy(report.checks), score: report.matchScore.toFixed(2) },
      reasons: toReasons(report?.reasons ?? []),
      extracted: report && fieldsOf(report.extractedData),
      filesLeft: isErased ? await this.erasure.filesLeft(organizationId, id) : 0,
      mayErase: isFinal(state) && !isErased && mayOpen(visit.role, 'erasure'),
    });
  }

  @InArea('erasure')
  @Post(':id/erase')
  async erase(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    await this.erasure.erase(visit.organizationId, id, actorOf(visit));
    return new Redirect(`${ADDRESS}/${id}`);
  }

  private async form(visit: DashboardVisit, entered: PersonForm, problems?: PersonProblems): Promise<Page> {
    const usual = await usualLanguage(this.dataSource.manager, visit.organizationId);
    const periods = optionsOf(VALID_MINUTES, entered.minutes);
    const model = { ...entered, problems: problems ?? {}, usualLanguage: usual, periods };
    return this.shell.page(visit, 'verification-new', model, problems ? 400 : 200);
  }
}

const subjectOf = (id: number) => ({ kind: 'identity_verification', id }) as const;

/** By name, as the report orders them in the API. */
function fieldsOf(data: ExtractedData) {
  const { firstName, lastName, dateOfBirth, documentNumber, expiryDate, nationality, issuingCountry } = data;
  const inOrder = {
    firstName,
    lastName,
    dateOfBirth,
    documentNumber,
    expiryDate,
    nationality,
    issuingCountry,
  };
  return Object.entries(inOrder).map(([field, text]) => ({ field, text }));
}
