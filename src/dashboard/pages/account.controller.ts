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
import { deviceName } from '../../common/http/device-name.js';
import { passwordProblem } from '../domain/new-password.policy.js';
import { passkeySite } from '../domain/passkey-reach.js';
import { listPasskeys } from '../passkey.queries.js';
import { listSignOns } from '../sign-on-identity.queries.js';
import { SecondFactors } from '../second-factors.service.js';
import { PasswordChanges } from '../password-changes.service.js';
import { clearCookie } from './dashboard-cookies.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { InArea } from './dashboard.guard.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { refusalStatus } from './refusal.js';

const ADDRESS = '/dashboard/account';

/** One's own account: password, sessions, organizations. */
@DashboardPages('', 'account')
export class AccountController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordChanges,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: AccountSessions,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get('account')
  show(@CurrentVisit() visit: DashboardVisit, @Query() { changed }: Fields): Promise<Page> {
    return this.page(visit, { isChanged: changed === 'password' });
  }

  @Post('account/password')
  async changePassword(
    @CurrentVisit() visit: DashboardVisit,
    @Body() fields: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const [present, next] = [textOf(fields.present), textOf(fields.next)];
    const problem = passwordProblem(next, [visit.email, visit.organizationName]);
    if (problem) return this.page(visit, { problems: { next: problem } }, 400);
    const changed = await this.passwords.change(visit, { present, next }, visit.address);
    if (changed === true) return new Redirect(`${ADDRESS}?changed=password`);
    if (changed === null)
      return this.page(visit, { problems: { present: { key: 'dashboard.password.wrong' } } }, 400);
    return this.page(visit, { problems: { present: changed.statement } }, refusalStatus(reply, changed));
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

  @InArea('session')
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
    const { manager } = this.dataSource;
    const sessions = await listSessions(manager, visit.accountId);
    const listed = sessions.map((session) => ({
      ...session,
      device: deviceName(session.userAgent),
      isThis: session.id === visit.sessionId,
    }));
    const secondStep = {
      isOn: await this.secondFactors.isOn(manager, visit.accountId),
      recoveryCodes: await this.secondFactors.recoveryCodesLeft(visit.accountId),
    };
    const passkeys = await listPasskeys(manager, visit.accountId);
    const hasPasskeys = passkeySite(this.settings.publicUrl, visit.host) !== null;
    const signOns = await listSignOns(manager, visit.accountId);
    const lists = { sessions: listed, hasOthers: sessions.length > 1, secondStep, passkeys, hasPasskeys };
    return this.shell.page(visit, 'account', { ...model, ...lists, signOns, min: MIN_PASSWORD }, status);
  }
}
