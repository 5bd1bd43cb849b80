import { Body, Get, Post, Query } from '@nestjs/common';
import { passkeySite } from '../../accounts/domain/passkey-reach.js';
import { KeptForms } from '../../accounts/kept-forms.js';
import { type Asked, Passkeys } from '../../accounts/passkeys.js';
import { notFound } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { onward, waitingOf } from './kept-forms.interceptor.js';

/** Confirms a sensitive step with a passkey instead of the password. */
@DashboardPages('/confirm/passkey', 'session')
export class ConfirmPasskeyController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly forms: KeptForms,
    private readonly shell: DashboardShell,
    private readonly settings: Settings,
  ) {}

  @Get()
  showForm(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.page(visit, this.askedOf(visit), query);
  }

  @Post()
  async confirm(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const asked = this.askedOf(visit);
    const isConfirmed = await this.passkeys.confirm(visit, textOf(fields.response), asked);
    return isConfirmed ? onward(this.forms, visit, fields) : this.page(visit, asked, fields, true);
  }

  private async page(visit: DashboardVisit, asked: Asked, fields: Fields, isWrong = false): Promise<Page> {
    const options = JSON.stringify(await this.passkeys.createChallenge('confirm', asked));
    const waiting = await waitingOf(this.forms, visit, fields);
    return this.shell.page(visit, 'confirm-passkey', { ...waiting, options, isWrong }, isWrong ? 400 : 200);
  }

  private askedOf({ formToken, host }: DashboardVisit): Asked {
    const site = passkeySite(this.settings.publicUrl, host);
    if (!site) throw notFound('Page');
    return { site, holder: formToken };
  }
}
