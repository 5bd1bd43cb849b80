import { Param, Post, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { SignOnIdentities } from '../../accounts/sign-on-identities.js';
import { SingleSignOn } from '../../accounts/single-sign-on.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { SignOnDepartures } from './sign-on-departures.js';

const ACCOUNT = '/dashboard/account';

/** Connects one's account with the issuers of one's organizations. */
@DashboardPages('/account/sign-on', 'account')
export class SignOnConnectionsController {
  constructor(
    private readonly signOns: SingleSignOn,
    private readonly identities: SignOnIdentities,
    private readonly departures: SignOnDepartures,
  ) {}

  /** @param organizationId - any of the account's organizations, not just the session's */
  @Post(':id/connect')
  async connect(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) organizationId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    const { accountId, sessionId } = visit;
    const signOn = await this.signOns.findFor(accountId, organizationId);
    return this.departures.leave(reply, signOn, { purpose: { kind: 'connect', sessionId }, next: ACCOUNT });
  }

  @Post(':id/disconnect')
  async disconnect(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) organizationId: number,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    await this.identities.disconnect(visit, organizationId);
    return new Redirect(ACCOUNT);
  }
}
