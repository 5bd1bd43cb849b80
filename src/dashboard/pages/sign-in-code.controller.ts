import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Refused } from '../../accounts/domain/guess-limits.js';
import { SignIn } from '../../accounts/sign-in.js';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { nextAddress } from '../domain/next-address.js';
import { clearCookie, readCookie } from './dashboard-cookies.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.js';
import { refusalStatus } from './refusal.js';

/** The second step of signing in, for browsers where the password was right. */
@OpenDashboardPages('/sign-in/code')
export class SignInCodeController {
  constructor(
    private readonly signIn: SignIn,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get()
  async showForm(
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const formToken = this.forms.open(request, reply);
    const halfOpen = readCookie(request, 'step', this.settings.publicUrl);
    const isOpen = halfOpen !== null && (await this.signIn.isHalfOpen(halfOpen));
    return isOpen ? codePage(formToken, nextAddress(next)) : this.again(reply, nextAddress(next));
  }

  @Post()
  async enter(
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const formToken = this.forms.assertOwn(request);
    const next = nextAddress(fields.next);
    const halfOpen = readCookie(request, 'step', this.settings.publicUrl);
    if (halfOpen === null) return this.again(reply, next);
    const given = textOf(fields.code) === '' && textOf(fields.recovery) !== '' ? 'recovery' : 'code';
    const outcome = await this.signIn.enterCode(
      halfOpen,
      textOf(fields[given]),
      visitorOf(request, this.settings.publicUrl),
    );
    if (outcome === 'ended') return this.again(reply, next);
    if (outcome instanceof Refused) {
      const refusal = { ...outcome.statement, ways: `dashboard.refused.ways.${given}` };
      return codePage(formToken, next, { refusal }, refusalStatus(reply, outcome));
    }
    if (outcome === 'wrong')
      return codePage(formToken, next, { problems: { [given]: { key: 'dashboard.signInCode.wrong' } } }, 400);
    return letIn(reply, outcome, this.settings.publicUrl, next);
  }

  /** Redirects back to the password. */
  private again(reply: FastifyReply, next: string): Redirect {
    clearCookie(reply, 'step', this.settings.publicUrl);
    return new Redirect(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
  }
}

/** @param problems - by field name */
const codePage = (
  formToken: string,
  next: string,
  model: { problems?: Record<string, Statement>; refusal?: Statement & { ways: string } } = {},
  status = 200,
) => new Page('dashboard/sign-in-code', { formToken, next, ...model }, status);
