import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { type SignOnProblem } from '../../accounts/domain/sign-on-problem.js';
import { IssuerError } from '../../accounts/issuer.errors.js';
import { type SignOn } from '../../accounts/sign-on.queries.js';
import { type SignOnFlow } from '../../accounts/sign-on-flow.queries.js';
import { SingleSignOn } from '../../accounts/single-sign-on.js';
import { Settings } from '../../platform/config/settings.js';
import { Page } from '../../platform/pages/page.js';
import { setCookie } from './dashboard-cookies.js';

/** Statuses of the page that explains failed single sign-on, for failures that are not the visitor's. */
const STATUSES: Partial<Record<SignOnProblem, number>> = { unreachable: 502, mismatch: 502, unfit: 502 };

/** Explains in our own words why single sign-on failed. */
export const signOnProblemPage = (problem: SignOnProblem, detail: string | null) =>
  new Page('dashboard/sign-on-problem', { problem, detail }, STATUSES[problem] ?? 403);

/** Sends people to their issuer. */
@Injectable()
export class SignOnDepartures {
  constructor(
    private readonly signOns: SingleSignOn,
    private readonly settings: Settings,
  ) {}

  /**
   * A page that the browser leaves at once. A redirect would not work: issuers redirect further, and our policy
   * allows forms to lead only to our own pages.
   */
  async leave(
    reply: FastifyReply,
    signOn: SignOn,
    flow: Pick<SignOnFlow, 'purpose' | 'next'>,
  ): Promise<Page> {
    try {
      const { address, holder } = await this.signOns.begin(signOn, flow, reply.request.ip);
      setCookie(reply, 'sign-on', holder, this.settings.publicUrl);
      const { organizationName, label } = signOn;
      return new Page('dashboard/sign-on-leave', { address, organizationName, signOnName: label });
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error;
      return signOnProblemPage(error.problem, error.detail);
    }
  }
}
