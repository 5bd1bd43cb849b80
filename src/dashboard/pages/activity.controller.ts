import { Readable } from 'node:stream';
import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { EXPORTS, type ExportFormat } from '../../activity/activity-export.js';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { browseActivity, readActivity } from '../../activity/activity.queries.js';
import { parseId } from '../../common/ids.js';
import { findEverybody } from '../../organizations/account.queries.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type Page, type PageResult, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { filterOf, queryOf, readActivityChoice } from '../domain/activity-choice.js';
import { actorOf } from '../domain/actor-of.js';
import { ADDRESS, choicesOf, rowOf } from './activity.view-model.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';

const PAGE_SIZE = 50;
/** What an export holds in memory at most, which is some hundred events. */
const EXPORT_BYTES = 1024 * 1024;
const MIME_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** Who did what, and when. */
@DashboardPages('/activity', 'activity')
export class ActivityController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly downloads: Downloads,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const { manager } = this.dataSource;
    const { organizationId } = visit;
    const choice = readActivityChoice(query);
    const before = typeof query.before === 'string' ? (parseId(query.before) ?? undefined) : undefined;
    const range = { ...filterOf(choice), before, limit: PAGE_SIZE + 1 };
    const found = await browseActivity(manager, organizationId, range);
    const events = found.slice(0, PAGE_SIZE);
    const last = events.at(-1)?.number;
    return this.shell.page(visit, 'activity', {
      ...choicesOf(choice, await findEverybody(manager, organizationId)),
      events: events.map(rowOf),
      chosen: queryOf(choice),
      newer: before === undefined ? null : `${ADDRESS}${queryOf(choice)}`,
      older: found.length > PAGE_SIZE ? `${ADDRESS}${queryOf({ ...choice, before: last })}` : null,
    });
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

  /** From the first event on, as the chain goes. That it was exported is the last one. */
  private async export(
    visit: DashboardVisit,
    query: Fields,
    reply: FastifyReply,
    format: ExportFormat,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    const choice = readActivityChoice(query);
    const size = { organizationId, sizeBytes: EXPORT_BYTES };
    return this.downloads.load(reply, size, async () => {
      const data = { format, ...choice };
      await this.transactions.run((tx) =>
        this.activity.record(tx, { ...actorOf(visit), type: 'activity_exported', data }),
      );
      const batches = readActivity(this.dataSource.manager, organizationId, filterOf(choice));
      const stream = Readable.from(EXPORTS[format](batches));
      return new StreamedDownload(stream, MIME_TYPES[format], `activity-${organizationId}.${format}`);
    });
  }
}
