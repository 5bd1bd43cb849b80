import { Get, Query } from '@nestjs/common';
import { parseId } from '../../common/ids.js';
import { ReviewQueue } from '../../manual-review/review-queue.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { toReasons } from './review-case.view-model.js';

export const REVIEWS_ADDRESS = '/dashboard/reviews';
/** Maximum number of cases shown: nobody decides more within a day. */
const MOST = 200;
const MOST_DECIDED = 10;

/** The cases pending a decision, most urgent first. */
@DashboardPages('/reviews', 'reviews')
export class ReviewsController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(
    @CurrentVisit() visit: DashboardVisit,
    @Query() { decided, asked }: { decided?: unknown; asked?: unknown },
  ): Promise<Page> {
    const { organizationId, id: userId } = visit;
    const queue = await this.queue.list({ organizationId, userId }, MOST + 1);
    const cases = queue.slice(0, MOST).map((queued) => ({
      ...queued,
      reasons: toReasons(queued.reasons),
      isOwn: queued.holder?.userId === userId,
    }));
    return this.shell.page(visit, 'reviews', {
      cases,
      isMore: queue.length > MOST,
      decidedLately: await this.queue.decidedLately(organizationId, MOST_DECIDED),
      justDecided: typeof decided === 'string' ? parseId(decided) : null,
      justAsked: typeof asked === 'string' ? parseId(asked) : null,
    });
  }

  /** Opens the most urgent case that this reviewer can decide. */
  @Get('next')
  async next(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    const { organizationId, id: userId } = visit;
    const next = await this.queue.next({ organizationId, userId }, null);
    return new Redirect(next === null ? REVIEWS_ADDRESS : `${REVIEWS_ADDRESS}/${next}`);
  }
}
