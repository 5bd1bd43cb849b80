import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { Members, type Somebody } from '../../accounts/members.js';
import { type ExportFormat } from '../../activity/activity-export.js';
import { ActivityExports } from '../../activity/activity-exports.js';
import { ActivityLog } from '../../activity/activity-log.js';
import { type ActivityType, type SubjectKind } from '../../activity/domain/activity-event.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { filterOf, readActivityChoice } from '../domain/activity-choice.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong } from '../domain/filter-fields.js';
import { ACTIVITY_LIST, listBehind } from '../domain/list-address.js';
import { ADDRESS, choicesOf, rowOf } from './activity.view-model.js';
import { ActivityRows } from './activity-rows.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { chipsOf, MOST_IN_CHIP } from './list-chips.js';
import { ListExports } from './list-exports.js';

/** Others are chosen by following a row's link. */
const CHIPS: readonly SubjectKind[] = [
  'signature',
  'identity_verification',
  'delivery',
  'webhook_endpoint',
  'api_key',
  'user',
];
const idsOf = (everybody: readonly { id: number }[]) => everybody.map(({ id }) => id);

/** The activity log: who did what, and when. */
@DashboardPages('/activity', 'activity')
export class ActivityController {
  constructor(
    private readonly members: Members,
    private readonly activity: ActivityLog,
    private readonly rows: ActivityRows,
    private readonly files: ActivityExports,
    private readonly exports: ListExports,
    private readonly templates: TemplateRenderer,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const { organizationId } = visit;
    const everybody = await this.members.everybody(organizationId);
    const read = readActivityChoice(query, idsOf(everybody));
    const { filter: choice, entered, problems, before } = read;
    const { rows, older } = isWrong(read)
      ? { rows: [], older: null }
      : await this.rows.read(organizationId, filterOf(choice, this.searched(visit, everybody)), before);
    const { before: place, ...chosen } = entered;
    const names = new Map(everybody.map(({ id, name, email }) => [id, name ?? email]));
    const chips = await chipsOf(
      {
        address: ADDRESS,
        field: 'kind',
        states: CHIPS,
        filter: { ...chosen, kind: choice.kind },
        isUnknown: 'kind' in problems,
      },
      () => this.activity.count(organizationId, MOST_IN_CHIP),
    );
    const model = {
      ...choicesOf(read, everybody),
      ...listBehind(visit.url, ACTIVITY_LIST),
      chips,
      events: rows.map((row) => rowOf(row, names)),
      chosen: queryOf(choice),
      newer: place === undefined ? null : `${ADDRESS}${queryOf(choice)}`,
      older: older === null ? null : `${ADDRESS}${queryOf({ ...choice, before: older })}`,
    };
    return this.shell.page(visit, 'activity', model, isWrong(read) ? 400 : 200);
  }

  @Get('check')
  async check(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const verdict = await this.activity.verify(visit.organizationId);
    return this.shell.page(visit, 'activity-check', { ...verdict, ...listBehind(visit.url, ACTIVITY_LIST) });
  }

  @Get('export.csv')
  exportCsv(
    @CurrentVisit() visit: DashboardVisit,
    @Query() query: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.export(visit, query, reply, 'csv');
  }

  @Get('export.json')
  exportJson(
    @CurrentVisit() visit: DashboardVisit,
    @Query() query: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.export(visit, query, reply, 'json');
  }

  private async export(
    visit: DashboardVisit,
    query: Fields,
    reply: FastifyReply,
    format: ExportFormat,
  ): Promise<PageResult> {
    const everybody = await this.members.everybody(visit.organizationId);
    const read = readActivityChoice(query, idsOf(everybody));
    // What was typed to search may name people; the log says only that something was.
    const { q, ...choice } = read.filter;
    const recorded = { ...choice, ...(q === undefined ? {} : { filters: ['q'] }) };
    const filter = filterOf(read.filter, this.searched(visit, everybody));
    return this.exports.load(visit, reply, {
      list: { address: ADDRESS, choice: read },
      baseName: 'activity',
      format,
      read: () => this.files.read(actorOf(visit), format, filter, recorded),
    });
  }

  private searched({ timeZone, shownLocale }: DashboardVisit, everybody: readonly Somebody[]) {
    const nameOf = (type: ActivityType) =>
      this.templates.text(`dashboard.activity.types.${type}`, shownLocale);
    return { timeZone, everybody, nameOf };
  }
}
