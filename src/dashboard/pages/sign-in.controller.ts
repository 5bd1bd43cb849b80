import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Refused } from '../../accounts/domain/guess-limits.js';
import { passwordProblem } from '../../accounts/domain/new-password.policy.js';
import { passkeySite } from '../../accounts/domain/passkey-reach.js';
import { PasswordChanges } from '../../accounts/password-changes.js';
import { SignIn } from '../../accounts/sign-in.js';
import { notFound } from '../../common/errors.js';
import { MIN_PASSWORD } from '../../organizations/password.js';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { nextAddress } from '../domain/next-address.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.js';
import { refusalStatus } from './refusal.js';

/** Signing in with a password, or with a link from an operator or a mail. */
@OpenDashboardPages('')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passwords: PasswordChanges,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get('sign-in')
  form(
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Page {
    return this.signInPage(this.forms.open(request, reply), request, { next: nextAddress(next) });
  }

  @Post('sign-in')
  async enter(
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const formToken = this.forms.assertOwn(request);
    const email = textOf(fields.email).trim();
    const next = nextAddress(fields.next);
    const entrance = await this.signIn.enter(
      email,
      textOf(fields.password),
      visitorOf(request, this.settings.publicUrl),
    );
    if (entrance instanceof Refused) {
      const refusal = entrance.statement;
      return this.signInPage(formToken, request, { next, email, refusal }, refusalStatus(reply, entrance));
    }
    if (entrance === null) {
      const problem = { key: 'dashboard.signIn.wrong' };
      return this.signInPage(formToken, request, { next, email, problem }, 400);
    }
    return letIn(reply, entrance, this.settings.publicUrl, next);
  }

  @Get('welcome/:token')
  async welcome(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page> {
    return this.welcomePage(token, this.forms.open(request, reply));
  }

  @Post('welcome/:token')
  async choose(
    @Param('token') token: string,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const formToken = this.forms.assertOwn(request);
    const password = textOf(fields.password);
    const linked = await this.passwords.findLinked(token);
    if (!linked) throw notFound('Link');
    const problem = passwordProblem(password, [linked.email, linked.organizationName]);
    if (problem) return this.welcomePage(token, formToken, problem);
    const visitor = visitorOf(request, this.settings.publicUrl);
    const entrance = await this.passwords.choose(token, password, visitor);
    if (entrance === null) throw notFound('Link');
    return letIn(reply, entrance, this.settings.publicUrl);
  }

  private async welcomePage(token: string, formToken: string, problem: object | null = null): Promise<Page> {
    const linked = await this.passwords.findLinked(token);
    if (!linked) return new Page('dashboard/dead-link', {}, 404);
    const model = {
      ...linked,
      address: `/dashboard/welcome/${token}`,
      min: MIN_PASSWORD,
      formToken,
      problem,
    };
    return new Page('dashboard/welcome', model, problem ? 400 : 200);
  }

  private signInPage(
    formToken: string,
    { headers }: FastifyRequest,
    model: { next: string; email?: string; problem?: Statement; refusal?: Statement },
    status = 200,
  ): Page {
    const hasPasskeys = passkeySite(this.settings.publicUrl, headers.host) !== null;
    // Does not reveal which of the two is wrong.
    const wrongWith = model.problem && 'password';
    const all = { ...model, wrongWith, formToken, hasPasskeys };
    return new Page('dashboard/sign-in', all, status);
  }
}
