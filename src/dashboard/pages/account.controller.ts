import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AccountSessions } from '../../accounts/account-sessions.js';
import { passwordProblem } from '../../accounts/domain/new-password.policy.js';
import { passkeySite } from '../../accounts/domain/passkey-reach.js';
import { MAX_OWN_NAME, OwnNames } from '../../accounts/own-names.js';
import { Passkeys } from '../../accounts/passkeys.js';
import { PasswordChanges } from '../../accounts/password-changes.js';
import { type ReadingChoice, ReadingChoices } from '../../accounts/reading-choices.js';
import { SecondFactors } from '../../accounts/second-factors.js';
import { SignOnIdentities } from '../../accounts/sign-on-identities.js';
import { notFound } from '../../common/errors.js';
import { deviceName } from '../../common/http/device-name.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseId } from '../../common/ids.js';
import { plainLine } from '../../common/plain-line.js';
import { MIN_PASSWORD } from '../../organizations/password.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { opensArea } from '../domain/areas.js';
import { InArea } from './dashboard.guard.js';
import { clearCookie } from './dashboard-cookies.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { refusalStatus } from './refusal.js';

const ADDRESS = '/dashboard/account';

/** One's own account: password, sessions, organizations. */
@DashboardPages('', 'account')
export class AccountController {
  constructor(
    private readonly passwords: PasswordChanges,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly identities: SignOnIdentities,
    private readonly sessions: AccountSessions,
    private readonly names: OwnNames,
    private readonly readings: ReadingChoices,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get('account')
  show(@CurrentVisit() visit: DashboardVisit, @Query() { changed }: Fields): Promise<Page> {
    return this.page(visit, { isChanged: changed === 'password' });
  }

  @Post('account/name')
  async changeName(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const entered = plainLine(textOf(fields.name));
    if (entered.length > MAX_OWN_NAME) {
      const problem = { key: 'dashboard.account.longName', values: { most: MAX_OWN_NAME } };
      return this.page(
        visit,
        { problems: { name: problem }, enteredName: entered.slice(0, 2 * MAX_OWN_NAME) },
        400,
      );
    }
    await this.names.set(visit, entered);
    return new Redirect(ADDRESS);
  }

  /** Also for those whom single sign-on keeps from the account itself. */
  @InArea('reading')
  @Get('account/reading')
  showReading(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.readingPage(visit, readingOf(visit));
  }

  @InArea('reading')
  @Post('account/reading')
  async changeReading(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const reading = { locale: textOf(fields.locale), timeZone: textOf(fields.timeZone) };
    const unknown = await this.readings.set(visit, reading);
    if (unknown.length === 0)
      return new Redirect(opensArea(visit, 'account') ? `${ADDRESS}#reading` : `${ADDRESS}/reading`);
    const problems = unknown.map((name) => [name, { key: `dashboard.settings.problems.${name}` }] as const);
    return this.readingPage(visit, reading, Object.fromEntries(problems));
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

  private readingPage(
    visit: DashboardVisit,
    reading: ReadingChoice,
    problems: Record<string, Statement> = {},
  ): Promise<Page> {
    const status = Object.keys(problems).length > 0 ? 400 : 200;
    return this.shell.page(visit, 'reading', { reading, problems }, status);
  }

  private async page(
    visit: DashboardVisit,
    model: {
      problems?: Record<string, Statement>;
      isChanged?: boolean;
      enteredName?: string;
    },
    status = 200,
  ): Promise<Page> {
    const { accountId } = visit;
    const sessions = await this.sessions.list(accountId);
    const listed = sessions.map((session) => ({
      ...session,
      device: deviceName(session.userAgent),
      isThis: session.id === visit.sessionId,
    }));
    const secondStep = {
      isOn: await this.secondFactors.isOn(accountId),
      recoveryCodes: await this.secondFactors.recoveryCodesLeft(accountId),
    };
    const passkeys = await this.passkeys.list(accountId);
    const hasPasskeys = passkeySite(this.settings.publicUrl, visit.host) !== null;
    const signOns = await this.identities.list(accountId);
    const lists = { sessions: listed, hasOthers: sessions.length > 1, secondStep, passkeys, hasPasskeys };
    return this.shell.page(
      visit,
      'account',
      {
        enteredName: visit.name ?? '',
        reading: readingOf(visit),
        ...model,
        ...lists,
        signOns,
        min: MIN_PASSWORD,
      },
      status,
    );
  }
}

const readingOf = ({ locale, timeZones }: DashboardVisit): ReadingChoice => ({
  locale: locale ?? '',
  timeZone: timeZones.own ?? '',
});
