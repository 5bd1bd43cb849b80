import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AccountSessions, type SignedIn } from '../../accounts/account-sessions.js';
import { passwordProblem } from '../../accounts/domain/new-password.policy.js';
import { Invitations, type OpenInvitation } from '../../accounts/invitations.js';
import { forbidden } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { MIN_PASSWORD } from '../../organizations/password.js';
import { Settings } from '../../platform/config/settings.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { formTokenOf, isOwnForm, readCookie } from './dashboard-cookies.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.js';
import { SignOnDepartures } from './sign-on-departures.js';

/** An invitation, and the session of the person opening it. */
interface Opened extends OpenInvitation {
  session: (SignedIn & { token: string; address: string }) | null;
}

/** Accepting an invitation: with a new password, or signed in to the existing account. */
@OpenDashboardPages('/invitation')
export class InvitationController {
  constructor(
    private readonly sessions: AccountSessions,
    private readonly invitations: Invitations,
    private readonly departures: SignOnDepartures,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get(':token')
  async show(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    const formToken = this.forms.open(request, reply);
    const opened = await this.open(token, request);
    if (!opened) return deadInvitation();
    return opened.hasAccount ? joinPage(token, opened) : welcomePage(token, opened, formToken);
  }

  @Post(':token')
  async accept(
    @Param('token') token: string,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const opened = await this.open(token, request);
    if (!opened) return deadInvitation();
    if (opened.hasAccount) return this.join(token, opened, request);
    const formToken = this.forms.assertOwn(request);
    const { email, organizationName } = opened.invitation;
    const password = textOf(fields.password);
    const problem = passwordProblem(password, [email, organizationName]);
    if (problem) return welcomePage(token, opened, formToken, problem);
    const entrance = await this.invitations.acceptAsNew(
      token,
      { email, password },
      visitorOf(request, this.settings.publicUrl),
    );
    return entrance ? letIn(reply, entrance, this.settings.publicUrl) : deadInvitation();
  }

  /** Redirects to the organization's issuer, to join with the person's identity there. */
  @Post(':token/sign-on')
  async joinBySignOn(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    this.forms.assertOwn(request);
    const opened = await this.open(token, request);
    // People with an account must sign in to it first: a link in an email does not replace that.
    if (!opened?.signOn || opened.hasAccount) return deadInvitation();
    const purpose = { kind: 'join', invitationHash: sha256(token) } as const;
    return this.departures.leave(reply, opened.signOn, { purpose, next: '/dashboard' });
  }

  private async join(token: string, opened: Opened, request: FastifyRequest): Promise<PageResult> {
    const { session } = opened;
    if (!session) return joinPage(token, opened);
    if (!isOwnForm(request, session.token)) throw forbidden('This form was not sent from our page');
    return (await this.invitations.accept(token, session)) ? new Redirect('/dashboard') : deadInvitation();
  }

  private async open(token: string, request: FastifyRequest): Promise<Opened | null> {
    const open = await this.invitations.open(token);
    if (!open) return null;
    const cookie = readCookie(request, 'session', this.settings.publicUrl);
    const session = cookie && (await this.sessions.find(cookie));
    return {
      ...open,
      // A session of one organization's single sign-on gives no access to another.
      session: session && session.signOn === null ? { ...session, token: cookie, address: request.ip } : null,
    };
  }
}

const deadInvitation = () => new Page('dashboard/dead-link', { isInvitation: true }, 404);

const addressOf = (token: string) => `/dashboard/invitation/${token}`;

function welcomePage(
  token: string,
  { invitation: { email, organizationName }, signOn }: Opened,
  formToken: string,
  problem: Statement | null = null,
): Page {
  const signOnName = signOn?.label ?? null;
  const address = addressOf(token);
  const model = { email, organizationName, signOnName, address, min: MIN_PASSWORD, formToken, problem };
  return new Page('dashboard/welcome', model, problem ? 400 : 200);
}

/** Asks signed-in people to join, and everyone else to sign in first. */
function joinPage(token: string, { invitation, session }: Opened): Page {
  const { email, organizationName } = invitation;
  const isTheirs = session !== null && emailKey(session.email) === emailKey(email);
  return new Page('dashboard/join', {
    email,
    organizationName,
    address: addressOf(token),
    signInAddress: `/dashboard/sign-in?next=${encodeURIComponent(addressOf(token))}`,
    isTheirs,
    signedInAs: session?.email ?? null,
    formToken: session ? formTokenOf(session.token) : '',
  });
}
