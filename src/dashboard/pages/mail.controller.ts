import { Get, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { ServiceState } from '../../health/service-state.js';
import { OwnTestMails, TEST_MAILS_AN_HOUR } from '../../oversight/own-test-mails.js';
import { type TestMailResult } from '../../platform/mail/test-mails.js';
import { type Page } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

interface MailModel {
  result?: TestMailResult;
  tooMany?: boolean;
}

/** Shows whether mail works, and sends a test mail. */
@DashboardPages('/mail', 'service')
export class MailController {
  constructor(
    private readonly service: ServiceState,
    private readonly testMails: OwnTestMails,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @Post()
  async test(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const result = await this.testMails.send(actorOf(visit), visit);
    return result ? this.page(visit, { result }) : this.page(visit, { tooMany: true }, 429);
  }

  private async page(visit: DashboardVisit, model: MailModel, status = 200): Promise<Page> {
    const failingSince = await this.service.mailFailsSince(visit.organizationId);
    const quotaUsedUpSince = await this.service.mailQuotaUsedUpSince();
    const state = { hasServer: this.service.hasMailServer, quotaUsedUpSince, failingSince };
    return this.shell.page(visit, 'mail', { ...model, ...state, most: TEST_MAILS_AN_HOUR }, status);
  }
}
