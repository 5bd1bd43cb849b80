import { Body, Get, Post } from '@nestjs/common';
import { type Page } from '../../platform/pages/page.js';
import { SignatureChecks } from '../../webhooks/signature-checks.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { toSignatureCheckModel } from './signature-check.view-model.js';

/** Checks a webhook that a member pastes, and explains what is right or wrong with it. */
@DashboardPages('/deliveries/check', 'deliveries')
export class SignatureCheckController {
  constructor(
    private readonly checks: SignatureChecks,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  showForm(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.shell.page(visit, 'signature-check', {});
  }

  /** Stores nothing; the response returns the pasted text in the form. */
  @Post()
  async check(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<Page> {
    const pasted = { headers: textOf(fields.headers), body: textOf(fields.body) };
    const isEmpty = pasted.body.trim() === '';
    const verdict = isEmpty
      ? null
      : toSignatureCheckModel(await this.checks.check(visit.organizationId, pasted));
    return this.shell.page(visit, 'signature-check', { pasted, isEmpty, verdict }, isEmpty ? 400 : 200);
  }
}
