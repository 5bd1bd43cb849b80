import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { EXPORTS, type ExportFormat } from '../../activity/activity-export.js';
import { browseActivity, readActivity } from '../../activity/activity.queries.js';
import { parseId } from '../../common/ids.js';
import { findEverybody } from '../../organizations/account.queries.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { filterOf, readActivityChoice } from '../domain/activity-choice.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong } from '../domain/filter-fields.js';
import { ADDRESS, choicesOf, rowOf } from './activity.view-model.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { ListExports } from './list-exports.service.js';

const PAGE_SIZE = 50;

/** Who did what, and when. */
@DashboardPages('/activity', 'activity')
export class ActivityController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly exports: ListExports,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const { manager } = this.dataSource;
    const { organizationId } = visit;
    const read = readActivityChoice(query);
    const { filter: choice } = read;
    const before = typeof query.before === 'string' ? (parseId(query.before) ?? undefined) : undefined;
    const range = { ...filterOf(choice), before, limit: PAGE_SIZE + 1 };
    const found = isWrong(read) ? [] : await browseActivity(manager, organizationId, range);
    const events = found.slice(0, PAGE_SIZE);
    const last = events.at(-1)?.number;
    const model = {
      ...choicesOf(read, await findEverybody(manager, organizationId)),
      events: events.map(rowOf),
      chosen: queryOf(choice),
      newer: before === undefined ? null : `${ADDRESS}${queryOf(choice)}`,
      older: found.length > PAGE_SIZE ? `${ADDRESS}${queryOf({ ...choice, before: last })}` : null,
    };
    return this.shell.page(visit, 'activity', model, isWrong(read) ? 400 : 200);
  }

  @Get('check')
  async check(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.shell.page(visit, 'activity-check', await this.activity.verify(visit.organizationId));
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

  /** From the first event on, in the order of the chain. The last one is the export itself. */
  private export(
    visit: DashboardVisit,
    query: Fields,
    reply: FastifyReply,
    format: ExportFormat,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    const read = readActivityChoice(query);
    const { filter: choice } = read;
    return this.exports.send(visit, reply, {
      list: { address: ADDRESS, choice: read },
      type: 'activity_exported',
      data: { format, ...choice },
      baseName: 'activity',
      format,
      read: () => EXPORTS[format](readActivity(this.dataSource.manager, organizationId, filterOf(choice))),
    });
  }
}
