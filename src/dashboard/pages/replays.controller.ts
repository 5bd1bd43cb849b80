import { randomUUID } from 'node:crypto';
import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { UuidPipe } from '../../common/http/uuid.pipe.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type ReplayRange } from '../../webhooks/domain/replay-range.js';
import { WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { MOST_COUNTED, WebhookReplays } from '../../webhooks/webhook-replays.js';
import { unknownIn } from '../domain/filter-fields.js';
import { readReplayRange } from '../domain/replay-range.js';
import { isReplayedAlready, replayRefusal } from '../domain/replay-refusal.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { ReplayPresets } from './replay-presets.js';

interface Counted {
  found?: number;
  isCounted?: boolean;
  isMore?: boolean;
  refusal?: Statement;
}

/** Replays deliveries that failed within a period: counts them first, then replays them. */
@DashboardPages('/deliveries/replays', 'endpoint')
export class ReplaysController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly replays: WebhookReplays,
    private readonly presets: ReplayPresets,
    private readonly shell: DashboardShell,
  ) {}

  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.form(visit, query);
  }

  /** A form posted twice replays once, and leads to the same page. */
  @Post()
  async begin(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const id = textOf(fields.replay);
    const { range } = readReplayRange(fields, visit.timeZone, await this.endpointIds(visit));
    if (!isUUID(id) || !range) return this.form(visit, fields);
    try {
      await this.replays.beginFor(actorOf(visit), { id, ...range });
    } catch (error) {
      if (!isReplayedAlready(error)) return this.form(visit, fields, { refusal: replayRefusal(error) });
    }
    return new Redirect(`/dashboard/deliveries/replays/${id}`);
  }

  @Get(':id')
  async show(@CurrentVisit() visit: DashboardVisit, @Param('id', UuidPipe) id: string): Promise<Page> {
    return this.shell.page(visit, 'replay', { replay: await this.replays.find(visit.organizationId, id) });
  }

  private async endpointIds({ organizationId }: DashboardVisit): Promise<number[]> {
    return (await this.endpoints.list(organizationId)).map(({ id }) => id);
  }

  private async form(visit: DashboardVisit, fields: Fields, refused?: Counted): Promise<Page> {
    const { organizationId } = visit;
    const presets = await this.presets.find(visit);
    const endpoints = await this.endpoints.list(organizationId);
    const ids = endpoints.map(({ id }) => id);
    const { range, entered, problems } = readReplayRange(fields, visit.timeZone, ids);
    const counted = refused ?? (range ? await this.count(organizationId, range) : {});
    const model = {
      ...counted,
      entered,
      problems,
      unknown: unknownIn(problems),
      presets,
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
