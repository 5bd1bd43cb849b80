import { Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Settings } from '../../platform/config/settings.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { SignersService } from '../../signatures/signers.service.js';
import { AccountSessions } from '../account-sessions.service.js';
import { actorOf } from '../domain/actor-of.js';
import { callerOf } from './caller-of.js';
import { clearCookie } from './dashboard-cookies.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { SignaturePages } from './signature-pages.service.js';

/** Giving signers their link by hand: to be copied, or on this very device. */
@DashboardPages('/signatures/:id/signers/:signerId', 'signatures')
export class SigningHandOverController {
  constructor(
    private readonly signers: SignersService,
    private readonly sessions: AccountSessions,
    private readonly pages: SignaturePages,
    private readonly activity: ActivityLog,
    private readonly settings: Settings,
  ) {}

  /** The request's page with the link. Not a redirect, so that the link is in no address and on no later page. */
  @Post('link')
  async showLink(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, signatureId, async () => {
      const caller = callerOf(visit, request);
      const address = await this.activity.recordWith(
        () => this.signers.showLink(caller, { signatureId, signerId }),
        () => ({ ...actorOf(visit), type: 'signer_link_shown', ...aboutSigner(signatureId, signerId) }),
      );
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
      const address = await this.activity.recordWith(
        async () => {
          const link = await this.signers.host(caller, { signatureId, signerId });
          await this.sessions.signOut(visit);
          return link;
        },
        () => ({ ...actorOf(visit), type: 'signing_hosted', ...aboutSigner(signatureId, signerId) }),
      );
      clearCookie(reply, 'session', this.settings.publicUrl);
      return new Redirect(address);
    });
  }
}

const aboutSigner = (signatureId: number, signerId: number) => ({
  subject: { kind: 'signature', id: signatureId } as const,
  data: { signerId },
});
