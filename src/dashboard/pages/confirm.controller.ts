import { Body, Get, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { passkeySite } from '../../accounts/domain/passkey-reach.js';
import { KeptForms } from '../../accounts/kept-forms.js';
import { Passkeys } from '../../accounts/passkeys.js';
import { PasswordChanges } from '../../accounts/password-changes.js';
import { SecondFactors } from '../../accounts/second-factors.js';
import { SignIn } from '../../accounts/sign-in.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { onward, waitingOf } from './kept-forms.interceptor.js';
import { refusalStatus } from './refusal.js';

/** Asks for the password, and the second step if there is one, again before a sensitive step. */
@DashboardPages('/confirm', 'session')
export class ConfirmController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passwords: PasswordChanges,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly forms: KeptForms,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  showForm(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.page(visit, query);
  }

  @Post()
  async confirm(
    @CurrentVisit() visit: DashboardVisit,
    @Body() fields: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const proof = { password: textOf(fields.password), code: textOf(fields.code) };
    const confirmed = await this.signIn.confirm(visit, proof, visit.address);
    if (confirmed === true) return onward(this.forms, visit, fields);
    if (confirmed === null) return this.page(visit, fields, { isWrong: true }, 400);
    return this.page(visit, fields, { refusal: confirmed.statement }, refusalStatus(reply, confirmed));
  }

  private async page(
    visit: DashboardVisit,
    asked: Fields,
    { isWrong = false, refusal }: { isWrong?: boolean; refusal?: Statement } = {},
    status = 200,
  ): Promise<Page> {
    const { accountId } = visit;
    const waiting = await waitingOf(this.forms, visit, asked);
    const needsCode = await this.secondFactors.isOn(accountId);
    const worksHere = passkeySite(this.settings.publicUrl, visit.host) !== null;
    const hasPasskeys = worksHere && (await this.passkeys.list(accountId)).length > 0;
    const wrong = { key: needsCode ? 'dashboard.confirm.wrong' : 'dashboard.password.wrong' };
    const hasPassword = await this.passwords.hasPassword(accountId);
    const model = { ...waiting, needsCode, hasPassword, hasPasskeys, refusal };
    // Does not reveal which of the two is wrong.
    const problem = isWrong ? { problem: wrong, wrongWith: 'password' } : {};
    return this.shell.page(visit, 'confirm', { ...model, ...problem }, status);
  }
}
