import { Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AccountSessions } from '../../accounts/account-sessions.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Settings } from '../../platform/config/settings.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { SignersService } from '../../signatures/signers/signers.service.js';
import { callerOf } from './caller-of.js';
import { clearCookie } from './dashboard-cookies.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { SignaturePages } from './signature-pages.js';

/** Gives signers their link by hand: to copy, or on this device. */
@DashboardPages('/signatures/:id/signers/:signerId', 'signatures')
export class SigningHandOverController {
  constructor(
    private readonly signers: SignersService,
    private readonly sessions: AccountSessions,
    private readonly pages: SignaturePages,
    private readonly settings: Settings,
  ) {}

  /** The request's page with the link. Not a redirect, so the link is in no address and on no later page. */
  @Post('link')
  async showLink(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, signatureId, async () => {
      const caller = callerOf(visit, request);
      const address = await this.signers.showLink(caller, { signatureId, signerId });
      return this.pages.show(visit, signatureId, { link: { signerId, address } });
    });
  }

  /** Hands this device to the signer. The session ends in the same transaction: they must not reach the dashboard. */
  @Post('host')
  async host(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, signatureId, async () => {
      const caller = callerOf(visit, request);
      const leave = () => this.sessions.signOut(visit);
      const address = await this.signers.host(caller, { signatureId, signerId }, leave);
      clearCookie(reply, 'session', this.settings.publicUrl);
      return new Redirect(address);
    });
  }
}
