import { Body, Get, HttpCode, Post, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { emailKey, isWrittenAsEmail } from '../../common/validation/email.decorator.js';
import { zipStream } from '../../common/zip-stream.js';
import { type ErasureReport, PersonalData } from '../../personal-data/personal-data.js';
import { type Page, type PageResult, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { type Statement } from '../../platform/templates/statement.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

const ADDRESS = '/dashboard/settings/person';
/** One file of a request or verification, and the same size again in transit. */
const ZIP_BYTES = 64 * 1024 * 1024;
/** Documents listed by name. */
const MOST_NAMED = 100;

interface PersonModel {
  email?: string;
  emailProblem?: Statement;
  /** What an erasure would do or has done. */
  report?: ErasureReport;
  isErased?: boolean;
  /** The address typed to confirm the erasure. */
  typed?: string;
  typedProblem?: Statement;
}

/** Handles people's requests to an owner for all data kept about them, or its erasure. */
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

  /** Shows what would be erased. */
  @Post('check')
  check(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.about(visit, fields, async (email) => {
      const { organizationId } = visit;
      return this.page(visit, { email, report: await this.data.examine({ organizationId, email }) });
    });
  }

  /** Only with the address typed once more, since nothing brings back what is erased. */
  @Post('erase')
  erase(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    return this.about(visit, fields, async (email) => {
      const { organizationId } = visit;
      const typed = textOf(fields.typed).trim();
      if (emailKey(typed) !== emailKey(email)) {
        const typedProblem = { key: 'dashboard.person.typedProblem', values: { email } };
        const report = await this.data.examine({ organizationId, email });
        return this.page(visit, { email, report, typed, typedProblem }, 400);
      }
      const report = await this.data.erase({ organizationId, email }, actorOf(visit));
      return this.page(visit, { report, isErased: true });
    });
  }

  /** Runs once confirmed, with a valid address. */
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

  private async page(visit: DashboardVisit, model: PersonModel, status = 200): Promise<Page> {
    const { requests = [], verifications = [], invitations = [], openRequests = [] } = model.report ?? {};
    const { bulkRows = 0 } = model.report ?? {};
    const erasable = requests.length + verifications.length + invitations.length + bulkRows;
    const mayErase = !model.isErased && erasable > 0;
    const named = async (ids: readonly number[]) => ({
      named: await this.data.namesOf(visit.organizationId, ids.slice(0, MOST_NAMED)),
      more: ids.slice(MOST_NAMED).length,
    });
    const documents = { erasable: await named(requests), open: await named(openRequests) };
    return this.shell.page(visit, 'person', { ...model, documents, mayErase }, status);
  }
}
