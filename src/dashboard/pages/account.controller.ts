import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseId } from '../../common/ids.js';
import { MIN_PASSWORD } from '../../organizations/password.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { AccountSessions } from '../account-sessions.service.js';
import { listSessions } from '../dashboard-session.queries.js';
import { passwordProblem } from '../domain/new-password.policy.js';
import { nextAddress } from '../domain/next-address.js';
import { SignIn } from '../sign-in.service.js';
import { clearCookie } from './dashboard-cookies.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

type Fields = Record<string, unknown>;

const ADDRESS = '/dashboard/account';
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** One's own account: password, sessions, organizations. */
@DashboardPages('', 'account')
export class AccountController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignIn,
    private readonly sessions: AccountSessions,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get('account')
  show(@CurrentVisit() visit: DashboardVisit, @Query() { changed }: Fields): Promise<Page> {
    return this.page(visit, { isChanged: changed === 'password' });
  }

  @Post('account/password')
  async changePassword(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const [present, next] = [textOf(fields.present), textOf(fields.next)];
    const problem = passwordProblem(next, [visit.email, visit.organizationName]);
    if (problem) return this.page(visit, { problems: { next: problem } }, 400);
    if (await this.signIn.changePassword(visit, { present, next }, visit.address))
      return new Redirect(`${ADDRESS}?changed=password`);
    return this.page(visit, { problems: { present: { key: 'dashboard.password.wrong' } } }, 400);
  }

  @Post('account/sessions/:id/end')
  async endOne(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    await this.sessions.end(visit, id);
    return new Redirect(ADDRESS);
  }

  @Post('account/sessions/end-others')
  async endOthers(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    await this.sessions.endOthers(visit);
    return new Redirect(ADDRESS);
  }

  @Post('organization')
  async switchOrganization(
    @CurrentVisit() visit: DashboardVisit,
    @Body() { organizationId }: Fields,
  ): Promise<PageResult> {
    const id = parseId(textOf(organizationId));
    if (id === null) throw notFound('Organization');
    await this.sessions.enter(visit, id);
    return new Redirect('/dashboard');
  }

  @Get('confirm')
  askPassword(@CurrentVisit() visit: DashboardVisit, @Query() { next }: Fields): Promise<Page> {
    return this.shell.page(visit, 'confirm', { next: nextAddress(next), problem: null });
  }

  @Post('confirm')
  async confirm(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const next = nextAddress(fields.next);
    if (await this.signIn.confirm(visit, textOf(fields.password), visit.address)) return new Redirect(next);
    const problem = { key: 'dashboard.password.wrong' };
    return this.shell.page(visit, 'confirm', { next, problem }, 400);
  }

  @Post('sign-out')
  async signOut(
    @CurrentVisit() visit: DashboardVisit,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    await this.sessions.signOut(visit);
    clearCookie(reply, 'session', this.settings.publicUrl);
    return new Redirect('/dashboard/sign-in');
  }

  private async page(
    visit: DashboardVisit,
    model: { problems?: Record<string, Statement>; isChanged?: boolean },
    status = 200,
  ): Promise<Page> {
    const sessions = await listSessions(this.dataSource.manager, visit.accountId);
    const listed = sessions.map((session) => ({ ...session, isThis: session.id === visit.sessionId }));
    const hasOthers = sessions.length > 1;
    return this.shell.page(
      visit,
      'account',
      { ...model, sessions: listed, hasOthers, min: MIN_PASSWORD },
      status,
    );
  }
}
