import { Body, Get, Param, Post } from '@nestjs/common';
import { passkeySite } from '../../accounts/domain/passkey-reach.js';
import { type Asked, isPasskeyName, MAX_PASSKEY_NAME, Passkeys } from '../../accounts/passkeys.js';
import { notFound } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ACCOUNT = '/dashboard/account';
const ADDRESS = `${ACCOUNT}/passkeys/new`;

/** Registering and removing one's own passkeys. */
@DashboardPages('/account/passkeys', 'account')
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get('new')
  async showForm(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    const asked = this.askedOf(visit);
    return visit.isConfirmed ? this.page(visit, asked, { typed: '' }) : confirmFirst(ADDRESS);
  }

  @Post('new')
  async register(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const asked = this.askedOf(visit);
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    const name = textOf(fields.label);
    if (!isPasskeyName(name)) {
      const problem = { key: 'dashboard.passkeys.longName', values: { max: MAX_PASSKEY_NAME } };
      return this.page(visit, asked, { typed: name, problem });
    }
    const given = { posted: textOf(fields.response), name };
    if (await this.passkeys.register(visit, given, asked)) return new Redirect(ACCOUNT);
    return this.page(visit, asked, { typed: name, isWrong: true });
  }

  @Post(':id/remove')
  async remove(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ACCOUNT);
    await this.passkeys.remove(visit, id);
    return new Redirect(ACCOUNT);
  }

  private async page(
    visit: DashboardVisit,
    asked: Asked,
    entered: { typed: string; isWrong?: boolean; problem?: Statement },
  ): Promise<Page> {
    const options = JSON.stringify(await this.passkeys.registrationOptions(visit, asked));
    const model = { ...entered, options, maxName: MAX_PASSKEY_NAME };
    return this.shell.page(visit, 'passkey-new', model, entered.isWrong || entered.problem ? 400 : 200);
  }

  private askedOf({ formToken, host }: DashboardVisit): Asked {
    const site = passkeySite(this.settings.publicUrl, host);
    if (!site) throw notFound('Page');
    return { site, holder: formToken };
  }
}
