import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { type Count, toCount } from '../../common/count.js';
import { notFound } from '../../common/errors.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { type Page } from '../../platform/pages/page.js';
import { MAX_ATTEMPTS } from '../../webhooks/domain/retry-delay.js';
import {
  type BrowsedDelivery,
  browseDeliveries,
  countDeliveries,
  type DeliveryInFull,
  findDeliveryInFull,
} from '../../webhooks/webhook-browsing.queries.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { findProbes } from '../../webhooks/webhook-probe.queries.js';
import { WebhookReplays } from '../../webhooks/webhook-replays.js';
import { queryOf } from '../domain/address-query.js';
import { mayOpen } from '../domain/areas.js';
import {
  BROWSED_EVENTS,
  type ReadDeliveryFilter,
  readDeliveryFilter,
  SHOWN_STATUSES,
  type ShownStatus,
  shownStatus,
} from '../domain/delivery-filter.js';
import { placeText } from '../domain/delivery-place.js';
import { failureInShort } from '../domain/failure-words.js';
import { isWrong, unknownIn } from '../domain/filter-fields.js';
import { DELIVERY_LIST, listBehind } from '../domain/list-address.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { toDeliveryModel, toProbes } from './delivery.view-model.js';
import { endpointAddress } from './endpoint-pages.js';
import { type Fields } from './form-fields.js';
import { chipsOf, MOST_IN_CHIP } from './list-chips.js';
import { optionsOf } from './list-page.js';

const { address: ADDRESS } = DELIVERY_LIST;
const PAGE_SIZE = 50;
/** Number of attempts shown of those made while the endpoint was held, newest first. */
const SHOWN_PROBES = 20;

/** Assembles the delivery pages. */
@Injectable()
export class DeliveryPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpointsService,
    private readonly replays: WebhookReplays,
    private readonly shell: DashboardShell,
  ) {}

  async list(visit: DashboardVisit, query: Fields): Promise<Page> {
    const { organizationId } = visit;
    const { manager } = this.dataSource;
    const endpoints = await this.endpoints.list(organizationId, { deleted: true });
    const choice = readDeliveryFilter(query, visit.timeZone, idsOf(endpoints));
    const { filter, problems, before } = choice;
    const { before: place, ...entered } = choice.entered;
    const wanted = { ...filter, before, organizationId, limit: PAGE_SIZE + 1 };
    const found = isWrong(choice) ? [] : await browseDeliveries(manager, wanted);
    const chips = await chipsOf(
      {
        address: ADDRESS,
        field: 'status',
        states: SHOWN_STATUSES,
        filter: { ...entered, status: filter.status },
        isUnknown: 'status' in problems,
      },
      () => this.countStates(organizationId),
    );
    const model = {
      ...listModel(found, entered, endpoints),
      ...listBehind(visit.url, DELIVERY_LIST),
      entered,
      problems,
      unknown: [...unknownIn(problems), problems.webhookId, problems.subjectId].filter(Boolean),
      chips,
      hasFoldedProblem: Boolean(problems.from ?? problems.to),
      isWrong: isWrong(choice),
      newer: place === undefined ? null : ADDRESS + queryOf(entered),
      mostAttempts: MAX_ATTEMPTS,
    };
    return this.shell.page(visit, 'deliveries', model, isWrong(choice) ? 400 : 200);
  }

  private async countStates(organizationId: number): Promise<Record<ShownStatus | 'all', Count>> {
    const counts = await countDeliveries(this.dataSource.manager, organizationId, MOST_IN_CHIP + 1);
    const states = Object.keys(counts) as (keyof typeof counts)[];
    return Object.fromEntries(states.map((state) => [state, toCount(counts[state], MOST_IN_CHIP)])) as Record<
      ShownStatus | 'all',
      Count
    >;
  }

  async show(visit: DashboardVisit, id: string, more: object = {}, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const { manager } = this.dataSource;
    const delivery = await this.find(visit, id);
    const endpoints = await this.endpoints.list(organizationId, { deleted: true });
    const endpoint = endpoints.find(({ id: each }) => each === delivery.endpointId);
    const model = {
      ...toDeliveryModel(delivery, endpoint?.url ?? null),
      ...more,
      hasSeveral: endpoints.length > 1,
      endpoint: endpoint?.label,
      isHeld: endpoint?.held,
      probes: toProbes(await findProbes(manager, organizationId, delivery.id, SHOWN_PROBES)),
      links: await this.replays.links(organizationId, id),
      isReplayable: delivery.status !== 'pending' && endpoint?.disabled === false && endpoint.url !== null,
      ...listBehind(visit.url, DELIVERY_LIST),
      shownStatus: shownStatus(delivery),
      endpointPlace: endpoint && mayOpen(visit, 'endpoint') ? endpointAddress(endpoint) : null,
      waits: waitOf(delivery, endpoint, await databaseTime(manager)),
      attempt: delivery.attempts + 1,
      mostAttempts: MAX_ATTEMPTS,
    };
    return this.shell.page(visit, 'delivery', model, status);
  }

  /** @throws AppError 404 */
  async find({ organizationId }: DashboardVisit, id: string): Promise<DeliveryInFull> {
    const found = isUUID(id) ? await findDeliveryInFull(this.dataSource.manager, organizationId, id) : null;
    if (!found) throw notFound('Delivery');
    return found;
  }
}

const idsOf = (endpoints: readonly WebhookEndpoint[]) => endpoints.map(({ id }) => id);

/**
 * What a waiting delivery waits for, which decides what can be done: its next attempt, or that its endpoint is resumed.
 * Null for one that has ended, or whose attempt is due or under way.
 */
function waitOf(
  { status, attempts, nextRetryAt, parked }: DeliveryInFull,
  endpoint: WebhookEndpoint | undefined,
  now: Date,
): 'attempt' | 'endpoint' | null {
  if (status !== 'pending' || !endpoint || endpoint.disabled || endpoint.url === null) return null;
  if (parked || endpoint.paused || endpoint.held) return 'endpoint';
  return attempts > 0 && nextRetryAt !== null && nextRetryAt > now ? 'attempt' : null;
}

const TONES: Readonly<Record<ShownStatus, string>> = {
  success: 'good',
  failed: 'bad',
  retrying: 'warn',
  pending: 'none',
};

function listModel(
  found: BrowsedDelivery[],
  entered: Omit<ReadDeliveryFilter['entered'], 'before'>,
  endpoints: readonly WebhookEndpoint[],
) {
  const labels = new Map(endpoints.map(({ id, label }) => [id, label]));
  const deliveries = found.slice(0, PAGE_SIZE).map((each) => ({
    ...each,
    shownStatus: shownStatus(each),
    tone: TONES[shownStatus(each)],
    inShort: each.failureReason === null ? null : failureInShort(each.failureReason),
    endpoint: each.endpointId === null ? null : labels.get(each.endpointId),
  }));
  const last = found.length > PAGE_SIZE ? deliveries.at(-1)! : null;
  const { event, status, webhookId, subject, subjectId, endpoint, from, to } = entered;
  const choices = endpoints.map(({ id, label }) => ({
    id,
    called: label,
    isChosen: String(id) === endpoint,
  }));
  return {
    deliveries,
    older: last && ADDRESS + queryOf({ ...entered, before: placeText(last) }),
    events: optionsOf(BROWSED_EVENTS, event),
    endpoints: choices,
    hasSeveral: choices.length > 1,
    kept: Object.entries({ status, webhookId, subject, subjectId }).flatMap(([parameter, kept]) =>
      kept === undefined ? [] : [{ parameter, kept }],
    ),
    folded: [event, endpoint, from, to].filter((field) => field !== undefined).length,
    isFiltered: Object.keys(entered).length > 0,
  };
}
