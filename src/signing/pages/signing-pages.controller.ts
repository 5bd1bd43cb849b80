import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { type Download, type PageResult } from '../../platform/pages/page.js';
import { documentNumber } from '../domain/document-number.js';
import { readHandOverForm } from '../domain/hand-over-form.js';
import { type Visit } from '../domain/visit.js';
import { VisitRecords } from '../visit-records.js';
import { DocumentFiles, type FileUse } from './document-files.js';
import { DocumentPages } from './document-pages.js';
import { SigningPages } from './signing-pages.js';
import { CurrentVisit } from './visit.decorator.js';

/** The signer's screens. Viewing them changes nothing, except for 'link_fetched' and 'downloaded' in the audit trail. */
@HostedPages('sign')
export class SigningPagesController {
  constructor(
    private readonly pages: SigningPages,
    private readonly documents: DocumentPages,
    private readonly visits: VisitRecords,
    private readonly files: DocumentFiles,
  ) {}

  @Get(':token')
  async landing(@CurrentVisit() visit: Visit): Promise<PageResult> {
    await this.visits.recordFetched(visit);
    return this.pages.show(visit, 'landing');
  }

  @Get(':token/code')
  code(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.show(visit, 'code');
  }

  @Get(':token/document')
  document(@CurrentVisit() visit: Visit, @Query('check') check?: unknown): Promise<PageResult> {
    return this.pages.show(visit, 'document', check !== undefined);
  }

  @Get(':token/file')
  async file(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('download') download?: unknown,
    @Query('open') open?: unknown,
    @Query('n') number?: unknown,
  ): Promise<Download> {
    const n = documentNumber(number);
    const use: FileUse = download !== undefined ? 'download' : open !== undefined ? 'viewer' : 'page';
    const file = await this.files.file(visit, { n, use }, reply);
    if (use === 'download') await this.visits.recordDownloaded(visit, 'presented', n);
    return file;
  }

  @Get(':token/copy')
  async copy(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('n') number?: unknown,
  ): Promise<Download> {
    const n = documentNumber(number);
    const copy = await this.files.copy(visit, n, reply);
    await this.visits.recordDownloaded(visit, 'signed', n);
    return copy;
  }

  @Get(':token/text')
  text(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.documents.text(visit);
  }

  @Get(':token/identity')
  identity(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.show(visit, 'identity');
  }

  @Get(':token/consent')
  consent(@CurrentVisit() visit: Visit, @Query('form') form?: unknown): Promise<PageResult> {
    return this.pages.show(visit, 'consent', form !== undefined);
  }

  @Get(':token/reject')
  reject(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.reject(visit, '', null);
  }

  @Get(':token/hand-over')
  handOver(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.handOver(visit, readHandOverForm({}), []);
  }

  @Get(':token/done')
  done(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.done(visit);
  }
}
