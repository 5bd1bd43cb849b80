import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { nextAddress } from '../domain/next-address.js';
import { findHalfOpen } from '../half-open-sign-in.queries.js';
import { SignIn } from '../sign-in.service.js';
import { clearCookie, readCookie } from './dashboard-cookies.js';
import { OpenDashboardPages } from './dashboard-pages.decorator.js';
import { type Fields, textOf, visitorOf } from './form-fields.js';
import { letIn } from './let-in.js';
import { OpenForms } from './open-forms.service.js';

/** The second step of signing in, for browsers in which the password was right. */
@OpenDashboardPages('/sign-in/code')
export class SignInCodeController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignIn,
    private readonly forms: OpenForms,
    private readonly settings: Settings,
  ) {}

  @Get()
  async ask(
    @Query() { next }: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const formToken = this.forms.open(request, reply);
    const halfOpen = readCookie(request, 'step', this.settings.publicUrl);
    const isOpen = halfOpen !== null && (await findHalfOpen(this.dataSource.manager, halfOpen)) !== null;
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
    const outcome = await this.signIn.enterCode(halfOpen, textOf(fields[given]), visitorOf(request));
    if (outcome === 'ended') return this.again(reply, next);
    if (outcome === 'wrong') return codePage(formToken, next, given);
    return letIn(reply, outcome, this.settings.publicUrl, next);
  }

  /** Back to the password. */
  private again(reply: FastifyReply, next: string): Redirect {
    clearCookie(reply, 'step', this.settings.publicUrl);
    return new Redirect(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
  }
}

/** @param wrong - the field with the wrong code */
const codePage = (formToken: string, next: string, wrong?: 'code' | 'recovery') => {
  const problems = wrong ? { [wrong]: { key: 'dashboard.signInCode.wrong' } } : {};
  return new Page('dashboard/sign-in-code', { formToken, next, problems }, wrong ? 400 : 200);
};
