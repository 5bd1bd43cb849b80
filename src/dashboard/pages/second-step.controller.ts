import { Body, Get, Post } from '@nestjs/common';
import QRCode from 'qrcode';
import { SecondFactors } from '../../accounts/second-factors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ACCOUNT = '/dashboard/account';
const ADDRESS = `${ACCOUNT}/second-step`;

/** Sets up and removes the second step of signing in. Recovery codes are shown once, in the response that creates them. */
@DashboardPages('/account', 'account')
export class SecondStepController {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly shell: DashboardShell,
  ) {}

  /** Shows the same secret for ten minutes, so a reload does no harm. */
  @Get('second-step')
  async setUp(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return visit.isConfirmed ? this.setUpPage(visit) : confirmFirst(ADDRESS);
  }

  @Post('second-step')
  async turnOn(@CurrentVisit() visit: DashboardVisit, @Body() { code }: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    const codes = await this.secondFactors.turnOn(visit, textOf(code));
    return codes ? this.codesPage(visit, codes) : this.setUpPage(visit, true);
  }

  @Post('second-step/off')
  async turnOff(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    await this.secondFactors.turnOff(visit);
    return new Redirect(ACCOUNT);
  }

  @Post('recovery-codes')
  async renewCodes(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    const codes = await this.secondFactors.renewRecoveryCodes(visit);
    return codes ? this.codesPage(visit, codes) : new Redirect(ACCOUNT);
  }

  private async setUpPage(visit: DashboardVisit, isWrong = false): Promise<PageResult> {
    const setup = await this.secondFactors.setUp(visit);
    if (!setup) return new Redirect(ACCOUNT);
    const picture = await QRCode.toString(setup.address, { type: 'svg', errorCorrectionLevel: 'M' });
    const model = {
      picture: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
      secret: setup.secret.match(/.{4}/g)!.join(' '),
      problem: isWrong ? { key: 'dashboard.secondStep.wrong' } : null,
    };
    return this.shell.page(visit, 'second-step', model, isWrong ? 400 : 200);
  }

  private codesPage(visit: DashboardVisit, codes: string[]): Promise<Page> {
    return this.shell.page(visit, 'recovery-codes', { codes: codes.join('\n') });
  }
}
