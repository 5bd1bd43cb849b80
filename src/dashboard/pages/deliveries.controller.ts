import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Download, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { SUBJECT_KINDS } from '../../webhooks/domain/subject.js';
import { DELIVERY_STATUSES } from '../../webhooks/domain/webhook-delivery.state.js';
import {
  browseDeliveries,
  type BrowsedDelivery,
  type DeliveryInFull,
  findDeliveryInFull,
} from '../../webhooks/webhook-browsing.queries.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { listEndpoints } from '../../webhooks/webhook-endpoint.queries.js';
import { findProbes } from '../../webhooks/webhook-probe.queries.js';
import { findReplayLinks } from '../../webhooks/webhook-replay.queries.js';
import { WebhookReplays } from '../../webhooks/webhook-replays.service.js';
import { actorOf } from '../domain/actor-of.js';
import { queryOf } from '../domain/address-query.js';
import { BROWSED_EVENTS, readDeliveryFilter, type ReadDeliveryFilter } from '../domain/delivery-filter.js';
import { placeText, readPlace } from '../domain/delivery-place.js';
import { isWrong } from '../domain/filter-fields.js';
import { isReplayedAlready, replayRefusal } from '../domain/replay-refusal.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { InArea } from './dashboard.guard.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DeliveryHealth } from './delivery-health.service.js';
import { toDeliveryModel, toProbes } from './delivery.view-model.js';
import { type Fields, textOf } from './form-fields.js';

const PAGE_SIZE = 50;
const ADDRESS = '/dashboard/deliveries';
/** The newest attempts while the endpoint was held that are shown. */
const SHOWN_PROBES = 20;

/** What was delivered to the endpoint, what came back, and when the next attempt is. */
@DashboardPages('/deliveries', 'deliveries')
export class DeliveriesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly replays: WebhookReplays,
    private readonly activity: ActivityLog,
    private readonly health: DeliveryHealth,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Record<string, unknown>): Promise<Page> {
    const { organizationId } = visit;
    const choice = readDeliveryFilter(query);
    const { entered, filter, problems } = choice;
    const before = readPlace(query.before);
    const found = isWrong(choice)
      ? []
      : await browseDeliveries(this.dataSource.manager, {
          ...filter,
          before,
          organizationId,
          limit: PAGE_SIZE + 1,
        });
    const model = {
      ...listModel(found, entered, await listEndpoints(this.dataSource.manager, organizationId)),
      entered,
      problems,
      isWrong: isWrong(choice),
      newer: before === undefined ? null : ADDRESS + queryOf(entered),
      health: await this.health.look({ organizationId, endpointId: filter.endpointId }),
    };
    return this.shell.page(visit, 'deliveries', model, isWrong(choice) ? 400 : 200);
  }

  @Get(':id')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string): Promise<Page> {
    return this.page(visit, id);
  }

  /** Leads to the new delivery, also a form that is posted twice, which replays once. */
  @Post(':id/replay')
  @InArea('endpoint')
  async replay(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    await this.find(visit, id);
    const known = Number(textOf(fields.known)) || 0;
    try {
      const replayId = await this.activity.recordWith(
        () => this.replays.replayOne(organizationId, id, known),
        (made) => ({ ...actorOf(visit), type: 'delivery_replayed', data: { deliveryId: id, replay: made } }),
      );
      return new Redirect(`${ADDRESS}/${replayId}`);
    } catch (error) {
      if (!isReplayedAlready(error)) return this.page(visit, id, { refusal: replayRefusal(error) }, 400);
      const links = await findReplayLinks(this.dataSource.manager, organizationId, id);
      return new Redirect(`${ADDRESS}/${links!.latestId}`);
    }
  }

  /** The body of an answer as it was kept, which may be too long for the page. */
  @Get(':id/answers/:attempt')
  async answer(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string,
    @Param('attempt', IdPipe) number: number,
  ): Promise<Download> {
    const { tries } = await this.find(visit, id);
    const attempt = tries.find((each) => each.attempt === number);
    if (!attempt) throw notFound('Attempt');
    return new Download(
      Buffer.from(attempt.responseBody),
      'application/octet-stream',
      `answer-${id}-${number}.txt`,
    );
  }

  private async page(visit: DashboardVisit, id: string, more: object = {}, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const { manager } = this.dataSource;
    const delivery = await this.find(visit, id);
    const endpoints = await listEndpoints(manager, organizationId);
    const endpoint = endpoints.find(({ id: each }) => each === delivery.endpointId);
    const model = {
      ...toDeliveryModel(delivery, endpoint?.url ?? null),
      ...more,
      hasSeveral: endpoints.length > 1,
      endpoint: endpoint?.label,
      isHeld: endpoint?.held,
      probes: toProbes(await findProbes(manager, organizationId, delivery.id, SHOWN_PROBES)),
      links: await findReplayLinks(manager, organizationId, id),
      isReplayable: delivery.status !== 'pending' && endpoint?.disabled === false && endpoint.url !== null,
    };
    return this.shell.page(visit, 'delivery', model, status);
  }

  private async find({ organizationId }: DashboardVisit, id: string): Promise<DeliveryInFull> {
    const found = isUUID(id) ? await findDeliveryInFull(this.dataSource.manager, organizationId, id) : null;
    if (!found) throw notFound('Delivery');
    return found;
  }
}

function listModel(
  found: BrowsedDelivery[],
  entered: ReadDeliveryFilter['entered'],
  endpoints: readonly WebhookEndpoint[],
) {
  const labels = new Map(endpoints.map(({ id, label }) => [id, label]));
  const deliveries = found
    .slice(0, PAGE_SIZE)
    .map((each) => ({ ...each, endpoint: each.endpointId === null ? null : labels.get(each.endpointId) }));
  const last = found.length > PAGE_SIZE ? deliveries.at(-1)! : null;
  const { event, status, subject, endpoint, ...more } = entered;
  const choices = endpoints.map(({ id, label }) => ({
    id,
    called: label,
    isChosen: String(id) === endpoint,
  }));
  return {
    deliveries,
    older: last && ADDRESS + queryOf({ ...entered, before: placeText(last) }),
    events: BROWSED_EVENTS.map((each) => ({ event: each, isChosen: each === event })),
    statuses: DELIVERY_STATUSES.map((each) => ({ status: each, isChosen: each === status })),
    endpoints: choices,
    hasSeveral: choices.length > 1,
    chosen: choices.find(({ isChosen }) => isChosen),
    subjects: SUBJECT_KINDS.map((kind) => ({ kind, isChosen: kind === subject })),
    isFiltered: Object.keys(entered).length > 0,
    hasMore: Object.keys(more).length > 0,
  };
}
