import { Body, Param, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { VerificationCare } from '../../identity-verifications/verification-care.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { pageBefore, VERIFICATION_LIST } from '../domain/list-address.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { VerificationPages } from './verification-pages.js';

/** What members do about a verification whose link waits for the person. */
@DashboardPages('/verifications/:id', 'verifications')
export class VerificationCareController {
  constructor(
    private readonly care: VerificationCare,
    private readonly pages: VerificationPages,
  ) {}

  @Post('resend')
  resend(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() { queued }: Fields,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      await this.care.resend(actorOf(visit), id, Number(textOf(queued)));
      return pageOf(visit, id);
    });
  }

  /** The page with the link. Not a redirect, so the link is in no address and on no later page. */
  @Post('link')
  showLink(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      const shownLink = await this.care.showLink(actorOf(visit), id);
      return this.pages.show(visit, id, { shownLink });
    });
  }

  @Post('cancel')
  cancel(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      await this.care.cancel(actorOf(visit), id);
      return pageOf(visit, id);
    });
  }
}

const pageOf = ({ url }: DashboardVisit, id: number) => new Redirect(pageBefore(url, VERIFICATION_LIST, id));
