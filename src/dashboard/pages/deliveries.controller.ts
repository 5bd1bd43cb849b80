import { Get, Param, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { parseId } from '../../common/ids.js';
import { type Page } from '../../platform/pages/page.js';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../webhooks/domain/webhook-delivery.state.js';
import { browseDeliveries, findDeliveryInFull } from '../../webhooks/webhook-browsing.queries.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

const PAGE_SIZE = 50;
const ADDRESS = '/dashboard/deliveries';

interface Filter {
  event?: string;
  status?: DeliveryStatus;
}

/** What was delivered to the endpoint, what came back, and when the next attempt is. */
@DashboardPages('/deliveries', 'deliveries')
export class DeliveriesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shell: DashboardShell,
  ) {}

  /** Values that are no filters are left out, as an old address may have them. */
  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Record<string, unknown>): Promise<Page> {
    const filter: Filter = {
      event: EVENT_TYPES.find((event) => event === query.event),
      status: DELIVERY_STATUSES.find((status) => status === query.status),
    };
    const before = typeof query.before === 'string' ? (parseId(query.before) ?? undefined) : undefined;
    const found = await browseDeliveries(this.dataSource.manager, {
      ...filter,
      before,
      organizationId: visit.organizationId,
      limit: PAGE_SIZE + 1,
    });
    const deliveries = found.slice(0, PAGE_SIZE);
    return this.shell.page(visit, 'deliveries', {
      deliveries,
      events: EVENT_TYPES.map((event) => ({ event, isChosen: event === filter.event })),
      statuses: DELIVERY_STATUSES.map((status) => ({ status, isChosen: status === filter.status })),
      isFiltered: filter.event !== undefined || filter.status !== undefined,
      newer: before === undefined ? null : addressOf(filter),
      older: found.length > PAGE_SIZE ? addressOf({ ...filter, before: deliveries.at(-1)!.seq }) : null,
    });
  }

  @Get(':id')
  async show(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string): Promise<Page> {
    const delivery = isUUID(id)
      ? await findDeliveryInFull(this.dataSource.manager, visit.organizationId, id)
      : null;
    if (!delivery) throw notFound('Delivery');
    const tries = delivery.tries.map((attempt) => ({
      ...attempt,
      headerLines: Object.entries(attempt.responseHeaders).map(([name, value]) => `${name}: ${value}`),
    }));
    const body = JSON.stringify(JSON.parse(delivery.body.toString()), null, 2);
    return this.shell.page(visit, 'delivery', { delivery: { ...delivery, tries }, body });
  }
}

function addressOf(filter: Filter & { before?: number }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return `${ADDRESS}?${query.toString()}`;
}
