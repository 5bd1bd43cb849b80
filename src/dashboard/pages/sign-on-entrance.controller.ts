import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AccountSessions } from '../../accounts/account-sessions.js';
import { signOnCodeIn } from '../../accounts/domain/sign-on-code.js';
import { SIGN_ON_RETURN } from '../../accounts/issuer-client.js';
import { SingleSignOn } from '../../accounts/single-sign-on.js';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { nextAddress } from '../domain/next-address.js';
import { clearCookie, readCookie } from './dashboard-cookies.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.js';
import { SignOnDepartures, signOnProblemPage } from './sign-on-departures.js';

const ADDRESS = '/dashboard/sign-in/with';

/** Signing in with an organization's issuer. */
@OpenDashboardPages('/sign-in')
export class SignOnEntranceController {
  constructor(
    private readonly sessions: AccountSessions,
    private readonly signOns: SingleSignOn,
    private readonly departures: SignOnDepartures,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get('with')
  showForm(
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Page {
    return codePage(this.forms.open(request, reply), { typed: '', next: nextAddress(next) });
  }

  @Post('with')
  async find(@Body() fields: Fields, @Req() request: FastifyRequest): Promise<PageResult> {
    const formToken = this.forms.assertOwn(request);
    const typed = textOf(fields.code);
    const next = nextAddress(fields.next);
    const code = signOnCodeIn(typed);
    if (code === null || !(await this.signOns.findByCode(code)))
      return codePage(formToken, { typed, next, isWrong: true });
    return new Redirect(`${ADDRESS}/${code}?next=${encodeURIComponent(next)}`);
  }

  @Get('with/:code')
  async show(
    @Param('code') code: string,
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    const formToken = this.forms.open(request, reply);
    const signOn = await this.signOns.findByCode(code);
    if (!signOn) return codePage(formToken, { typed: code, next: nextAddress(next), isWrong: true }, 404);
    const { organizationName, label } = signOn;
    const model = { organizationName, signOnName: label, address: `${ADDRESS}/${code}` };
    return new Page('dashboard/sign-on-enter', { ...model, formToken, next: nextAddress(next) });
  }

  @Post('with/:code')
  async leave(
    @Param('code') code: string,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    const formToken = this.forms.assertOwn(request);
    const next = nextAddress(fields.next);
    const signOn = await this.signOns.findByCode(code);
    if (!signOn) return codePage(formToken, { typed: code, next, isWrong: true }, 404);
    return this.departures.leave(reply, signOn, { purpose: { kind: 'sign-in' }, next });
  }

  /** The address that issuers redirect back to. */
  @Get('back')
  async finish(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    this.forms.assertSafe(request);
    const { publicUrl } = this.settings;
    const holder = readCookie(request, 'sign-on', publicUrl);
    clearCookie(reply, 'sign-on', publicUrl);
    const cookie = readCookie(request, 'session', publicUrl);
    const session = cookie && (await this.sessions.find(cookie));
    const query = new URLSearchParams(request.url.slice(SIGN_ON_RETURN.length + 1));
    const outcome = await this.signOns.finish(
      { query, holder, session: session || null },
      visitorOf(request, publicUrl),
    );
    if ('problem' in outcome) return signOnProblemPage(outcome.problem, outcome.detail);
    return outcome.entrance
      ? letIn(reply, outcome.entrance, publicUrl, outcome.next)
      : new Redirect(outcome.next);
  }
}

const codePage = (
  formToken: string,
  model: { typed: string; next: string; isWrong?: boolean },
  status = model.isWrong ? 400 : 200,
) => {
  const problem = model.isWrong ? { key: 'dashboard.signOn.codeWrong' } : null;
  return new Page('dashboard/sign-on-code', { ...model, problem, formToken }, status);
};
