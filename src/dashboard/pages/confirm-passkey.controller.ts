import { Body, Get, Post, Query } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { passkeySite } from '../domain/passkey-reach.js';
import { KeptForms } from '../kept-forms.service.js';
import { type Asked, Passkeys } from '../passkeys.service.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { onward, waitingOf } from './kept-forms.interceptor.js';

/** Confirms a sensitive step with a passkey in place of the password. */
@DashboardPages('/confirm/passkey', 'session')
export class ConfirmPasskeyController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly forms: KeptForms,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  ask(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.page(visit, this.askedOf(visit), query);
  }

  @Post()
  async confirm(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const asked = this.askedOf(visit);
    const isConfirmed = await this.passkeys.confirm(visit, textOf(fields.response), asked);
    return isConfirmed ? onward(this.forms, visit, fields) : this.page(visit, asked, fields, true);
  }

  private async page(visit: DashboardVisit, asked: Asked, fields: Fields, isWrong = false): Promise<Page> {
    const options = JSON.stringify(await this.passkeys.ask('confirm', asked));
    const waiting = await waitingOf(this.forms, visit, fields);
    return this.shell.page(visit, 'confirm-passkey', { ...waiting, options, isWrong }, isWrong ? 400 : 200);
  }

  private askedOf({ formToken, host }: DashboardVisit): Asked {
    const site = passkeySite(this.settings.publicUrl, host);
    if (!site) throw notFound('Page');
    return { site, holder: formToken };
  }
}
