import { Get, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseId } from '../../common/ids.js';
import { findDecided, findNextCase, findQueue } from '../../manual-review/review-queue.queries.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { toReasons } from './review-case.view-model.js';

export const REVIEWS_ADDRESS = '/dashboard/reviews';
/** Cases that are shown: nobody decides more within a day. */
const MOST = 200;
const MOST_DECIDED = 10;

/** The cases that wait for a decision, the most urgent first. */
@DashboardPages('/reviews', 'reviews')
export class ReviewsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(
    @CurrentVisit() visit: DashboardVisit,
    @Query() { decided, asked }: { decided?: unknown; asked?: unknown },
  ): Promise<Page> {
    const { organizationId, id: userId } = visit;
    const { manager } = this.dataSource;
    const queue = await findQueue(manager, { organizationId, userId, limit: MOST + 1 });
    const cases = queue.slice(0, MOST).map((queued) => ({
      ...queued,
      reasons: toReasons(queued.reasons),
      isOwn: queued.holder?.userId === userId,
    }));
    return this.shell.page(visit, 'reviews', {
      cases,
      isMore: queue.length > MOST,
      decidedLately: await findDecided(manager, organizationId, MOST_DECIDED),
      justDecided: typeof decided === 'string' ? parseId(decided) : null,
      justAsked: typeof asked === 'string' ? parseId(asked) : null,
    });
  }

  /** Opens the most urgent case that this reviewer can decide. */
  @Get('next')
  async next(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    const { organizationId, id: userId } = visit;
    const next = await findNextCase(this.dataSource.manager, { organizationId, userId, after: null });
    return new Redirect(next === null ? REVIEWS_ADDRESS : `${REVIEWS_ADDRESS}/${next}`);
  }
}
