import { Get, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServiceState } from '../../health/service-state.service.js';
import { openDisruptions } from '../../platform/disruptions/disruption.queries.js';
import { type Page } from '../../platform/pages/page.js';
import { type TestMailResult } from '../../platform/mail/test-mails.service.js';
import { OwnTestMails, TEST_MAILS_AN_HOUR } from '../test-mail.service.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

interface MailModel {
  result?: TestMailResult;
  tooMany?: boolean;
}

/** Whether mail works, and a mail to try it. */
@DashboardPages('/mail', 'service')
export class MailController {
  constructor(
    private readonly dataSource: DataSource,
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
    const result = await this.testMails.send(visit);
    return result ? this.page(visit, { result }) : this.page(visit, { tooMany: true }, 429);
  }

  private async page(visit: DashboardVisit, model: MailModel, status = 200): Promise<Page> {
    const open = await openDisruptions(this.dataSource.manager, visit.organizationId);
    const failing = open.find(({ what }) => what === 'mail');
    const state = { hasServer: this.service.hasMailServer, failingSince: failing?.beganAt };
    return this.shell.page(visit, 'mail', { ...model, ...state, most: TEST_MAILS_AN_HOUR }, status);
  }
}
