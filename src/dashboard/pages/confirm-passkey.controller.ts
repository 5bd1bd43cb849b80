import { Body, Get, Post, Query } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { nextAddress } from '../domain/next-address.js';
import { passkeySite } from '../domain/passkey-reach.js';
import { type Asked, Passkeys } from '../passkeys.service.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

/** Confirms a sensitive step with a passkey in place of the password. */
@DashboardPages('/confirm/passkey', 'session')
export class ConfirmPasskeyController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  ask(@CurrentVisit() visit: DashboardVisit, @Query() { next }: Fields): Promise<Page> {
    return this.page(visit, this.askedOf(visit), nextAddress(next));
  }

  @Post()
  async confirm(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const asked = this.askedOf(visit);
    const next = nextAddress(fields.next);
    if (await this.passkeys.confirm(visit, textOf(fields.response), asked)) return new Redirect(next);
    return this.page(visit, asked, next, true);
  }

  private async page(visit: DashboardVisit, asked: Asked, next: string, isWrong = false): Promise<Page> {
    const options = JSON.stringify(await this.passkeys.ask('confirm', asked));
    return this.shell.page(visit, 'confirm-passkey', { options, next, isWrong }, isWrong ? 400 : 200);
  }

  private askedOf({ formToken, host }: DashboardVisit): Asked {
    const site = passkeySite(this.settings.publicUrl, host);
    if (!site) throw notFound('Page');
    return { site, holder: formToken };
  }
}
