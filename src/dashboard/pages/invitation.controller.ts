import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { forbidden } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { findAccount } from '../../organizations/account.queries.js';
import { MIN_PASSWORD } from '../../organizations/password.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { findSession, type SignedIn } from '../dashboard-session.queries.js';
import { passwordProblem } from '../domain/new-password.policy.js';
import { type Invitation } from '../invitation.queries.js';
import { Invitations } from '../invitations.service.js';
import { findSignOn, type SignOn } from '../sign-on.queries.js';
import { formTokenOf, isOwnForm, readCookie } from './dashboard-cookies.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.service.js';
import { SignOnDepartures } from './sign-on-departures.service.js';

/** An invitation whose link works, and who opens it. */
interface Opened {
  invitation: Invitation;
  /** Whether the invited address has an account, which must be signed in to accept. */
  hasAccount: boolean;
  /** The single sign-on of the organization that invites. */
  signOn: SignOn | null;
  session: (SignedIn & { token: string; address: string }) | null;
}

/** Accepting an invitation: with a new password, or signed in to the existing account. */
@OpenDashboardPages('/invitation')
export class InvitationController {
  constructor(
    private readonly dataSource: DataSource,
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

  /** Leads to the organization's issuer, to join with the identity that it knows the person by. */
  @Post(':token/sign-on')
  async joinBySignOn(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    this.forms.assertOwn(request);
    const opened = await this.open(token, request);
    // Anyone with an account signs in to it first, which a link in an email does not replace.
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
    const { manager } = this.dataSource;
    const invitation = await this.invitations.find(manager, token);
    if (!invitation) return null;
    const cookie = readCookie(request, 'session', this.settings.publicUrl);
    const session = cookie && (await findSession(manager, cookie));
    return {
      invitation,
      hasAccount: (await findAccount(manager, invitation.email)) !== null,
      signOn: await findSignOn(manager, invitation.organizationId),
      // A session of one organization's single sign-on gives no access to another one.
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

/** Asks people who are signed in to join, and everyone else to sign in first. */
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
