import { Get, Param, Req } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { ReviewPictures } from '../../manual-review/review-pictures.js';
import { Download } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';

/** The pictures of cases, for the reviewer who holds the case, until it is decided. */
@DashboardPages('/reviews/pictures', 'reviews')
export class ReviewPicturesController {
  constructor(private readonly pictures: ReviewPictures) {}

  /** The same 404 whether the picture does not exist or is not for this reviewer. */
  @Get(':token')
  async show(
    @CurrentVisit() { sessionId, organizationId, id: userId, email, address }: DashboardVisit,
    @Param('token') token: string,
    @Req() request: DashboardRequest,
  ): Promise<Download> {
    const reviewer = { sessionId, organizationId, userId, email, address };
    const jpeg = await whileClientWaits(request, (signal) => this.pictures.show(token, reviewer, signal));
    if (!jpeg) throw notFound('Picture');
    return new Download(jpeg, 'image/jpeg', 'picture.jpg', 'inline');
  }
}
