import { Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReviewsService } from '../../manual-review/reviews.service.js';
import { type Page } from '../../platform/pages/page.js';
import { browseDeliveries } from '../../webhooks/webhook-browsing.queries.js';
import { mayOpen } from '../domain/areas.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

/** More are not counted. */
const MOST = 100;

/** What waits for somebody, and what failed. */
@DashboardPages('', 'overview')
export class OverviewController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reviews: ReviewsService,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const { organizationId } = visit;
    const reviews = await this.reviews.list(organizationId);
    const failed = mayOpen(visit.role, 'deliveries')
      ? await browseDeliveries(this.dataSource.manager, { organizationId, status: 'failed', limit: MOST + 1 })
      : [];
    return this.shell.page(visit, 'overview', {
      reviews: reviews.length,
      firstDueAt: reviews[0]?.reviewDueAt ?? null,
      failed: Math.min(failed.length, MOST),
      isMore: failed.length > MOST,
    });
  }
}
