import { Body, Get, Post, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { getAccount } from '../../organizations/account.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { passkeySite } from '../domain/passkey-reach.js';
import { KeptForms } from '../kept-forms.service.js';
import { listPasskeys } from '../passkey.queries.js';
import { SecondFactors } from '../second-factors.service.js';
import { SignIn } from '../sign-in.service.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { refusalStatus } from './refusal.js';
import { onward, waitingOf } from './kept-forms.interceptor.js';

/** Asks for the password again before a sensitive step, and for the second step where there is one. */
@DashboardPages('/confirm', 'session')
export class ConfirmController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignIn,
    private readonly secondFactors: SecondFactors,
    private readonly forms: KeptForms,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  ask(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
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
    const { manager } = this.dataSource;
    const waiting = await waitingOf(this.forms, visit, asked);
    const needsCode = await this.secondFactors.isOn(manager, visit.accountId);
    const worksHere = passkeySite(this.settings.publicUrl, visit.host) !== null;
    const hasPasskeys = worksHere && (await listPasskeys(manager, visit.accountId)).length > 0;
    const wrong = { key: needsCode ? 'dashboard.confirm.wrong' : 'dashboard.password.wrong' };
    const { passwordHash } = await getAccount(manager, visit.accountId);
    const hasPassword = passwordHash !== null;
    const model = { ...waiting, needsCode, hasPassword, hasPasskeys, refusal };
    // Which of the two is wrong is told to nobody.
    const problem = isWrong ? { problem: wrong, wrongWith: 'password' } : {};
    return this.shell.page(visit, 'confirm', { ...model, ...problem }, status);
  }
}
