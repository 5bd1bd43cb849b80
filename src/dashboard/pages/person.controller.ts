import { Body, Get, HttpCode, Post, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { isWrittenAsEmail } from '../../common/validation/email.decorator.js';
import { zipStream } from '../../common/zip-stream.js';
import { type ErasureReport, PersonalData } from '../../personal-data/personal-data.service.js';
import { type Page, type PageResult, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { type Statement } from '../../platform/templates/statement.js';
import { actorOf } from '../domain/actor-of.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ADDRESS = '/dashboard/settings/person';
/** One file of a request or verification, and as much of it again on its way out. */
const ZIP_BYTES = 64 * 1024 * 1024;

interface PersonModel {
  email?: string;
  emailProblem?: Statement;
  /** What an erasure would do, or has done. */
  report?: ErasureReport;
  isErased?: boolean;
}

/** What people may ask an owner for: everything that is kept about them, and to erase it. */
@DashboardPages('/settings/person', 'erasure')
export class PersonController {
  constructor(
    private readonly data: PersonalData,
    private readonly downloads: Downloads,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @HttpCode(200)
  @Post('export')
  export(
    @CurrentVisit() visit: DashboardVisit,
    @Body() fields: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    return this.about(visit, fields, (email) => {
      const { organizationId } = visit;
      return this.downloads.load(reply, { organizationId, sizeBytes: ZIP_BYTES }, async () => {
        const entries = await this.data.export({ organizationId, email }, actorOf(visit));
        return new StreamedDownload(zipStream(entries), 'application/zip', 'personal-data.zip');
      });
    });
  }

  /** Says what would be erased. */
  @Post('check')
  check(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.about(visit, fields, async (email) => {
      const { organizationId } = visit;
      return this.page(visit, { email, report: await this.data.examine({ organizationId, email }) });
    });
  }

  @Post('erase')
  erase(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.about(visit, fields, async (email) => {
      const { organizationId } = visit;
      const report = await this.data.erase({ organizationId, email }, actorOf(visit));
      return this.page(visit, { report, isErased: true });
    });
  }

  /** Once it is confirmed and the address is one. */
  private async about(
    visit: DashboardVisit,
    fields: Fields,
    work: (email: string) => Promise<PageResult>,
  ): Promise<PageResult> {
    const email = textOf(fields.email).trim();
    if (!isWrittenAsEmail(email))
      return this.page(visit, { email, emailProblem: { key: 'dashboard.person.emailProblem' } }, 400);
    return visit.isConfirmed ? work(email) : confirmFirst(ADDRESS);
  }

  private page(visit: DashboardVisit, model: PersonModel, status = 200): Promise<Page> {
    const { requests = [], verifications = [], invitations = [] } = model.report ?? {};
    const erasable = requests.length + verifications.length + invitations.length;
    const mayErase = !model.isErased && erasable > 0;
    return this.shell.page(visit, 'person', { ...model, mayErase }, status);
  }
}
