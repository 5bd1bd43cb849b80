import { Param, Post, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { findUserOf } from '../../organizations/account.queries.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { SignOnIdentities } from '../sign-on-identities.service.js';
import { findSignOn } from '../sign-on.queries.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { SignOnDepartures } from './sign-on-departures.service.js';

const ACCOUNT = '/dashboard/account';

/** Connecting one's account with the issuers of one's organizations. */
@DashboardPages('/account/sign-on', 'account')
export class SignOnConnectionsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly identities: SignOnIdentities,
    private readonly departures: SignOnDepartures,
  ) {}

  /** @param organizationId - one of the account's organizations, whichever the session is in */
  @Post(':id/connect')
  async connect(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) organizationId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    const { manager } = this.dataSource;
    const { accountId, sessionId } = visit;
    const user = await findUserOf(manager, { organizationId, accountId });
    const signOn = user && (await findSignOn(manager, organizationId));
    if (!signOn) throw notFound('Sign-on');
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
