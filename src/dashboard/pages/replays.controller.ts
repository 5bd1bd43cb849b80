import { randomUUID } from 'node:crypto';
import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { UuidPipe } from '../../common/http/uuid.pipe.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type ReplayRange } from '../../webhooks/domain/replay-range.js';
import { listEndpoints } from '../../webhooks/webhook-endpoint.queries.js';
import { MOST_COUNTED, WebhookReplays } from '../../webhooks/webhook-replays.service.js';
import { actorOf } from '../domain/actor-of.js';
import { isReplayedAlready, replayRefusal } from '../domain/replay-refusal.js';
import { readReplayRange } from '../domain/replay-range.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

interface Counted {
  found?: number;
  isCounted?: boolean;
  isMore?: boolean;
  refusal?: Statement;
}

/** Delivers again what has failed within a time: first counts it, then does it. */
@DashboardPages('/deliveries/replays', 'endpoint')
export class ReplaysController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly replays: WebhookReplays,
    private readonly activity: ActivityLog,
    private readonly shell: DashboardShell,
  ) {}

  @Get('new')
  ask(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.form(visit, query);
  }

  /** A form that is posted twice replays once, and leads to the same page. */
  @Post()
  async begin(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const id = textOf(fields.replay);
    const { range } = readReplayRange(fields);
    if (!isUUID(id) || !range) return this.form(visit, fields);
    try {
      await this.activity.recordWith(
        () => this.replays.begin(visit.organizationId, { id, ...range }),
        () => ({ ...actorOf(visit), type: 'failed_deliveries_replayed', ...toActivity(range) }),
      );
    } catch (error) {
      if (!isReplayedAlready(error)) return this.form(visit, fields, { refusal: replayRefusal(error) });
    }
    return new Redirect(`/dashboard/deliveries/replays/${id}`);
  }

  @Get(':id')
  async show(@CurrentVisit() visit: DashboardVisit, @Param('id', UuidPipe) id: string): Promise<Page> {
    return this.shell.page(visit, 'replay', { replay: await this.replays.find(visit.organizationId, id) });
  }

  private async form(visit: DashboardVisit, fields: Fields, refused?: Counted): Promise<Page> {
    const { organizationId } = visit;
    const { range, entered, problems } = readReplayRange(fields);
    const counted = refused ?? (range ? await this.count(organizationId, range) : {});
    const endpoints = await listEndpoints(this.dataSource.manager, organizationId);
    const model = {
      ...counted,
      entered,
      problems,
      endpoints: endpoints.map(({ id, label: called }) => ({
        id,
        called,
        isChosen: String(id) === entered.endpoint,
      })),
      hasSeveral: endpoints.length > 1,
      replayId: randomUUID(),
    };
    const isWrong = Object.keys(problems).length > 0 || counted.refusal !== undefined;
    return this.shell.page(visit, 'replay-new', model, isWrong ? 400 : 200);
  }

  private async count(organizationId: number, range: ReplayRange): Promise<Counted> {
    try {
      const found = await this.replays.count(organizationId, range);
      return { isCounted: true, found, isMore: found === MOST_COUNTED };
    } catch (error) {
      return { refusal: replayRefusal(error) };
    }
  }
}

const toActivity = ({ endpointId, from, until }: ReplayRange) => ({
  data: { from: from.toISOString(), until: until.toISOString() },
  ...(endpointId !== null && { subject: { kind: 'webhook_endpoint', id: endpointId } as const }),
});
