import { Body, Get, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { keepInBrowser, readChoice } from '../../platform/pages/language-choice.js';
import { type Download, type PageResult, Redirect } from '../../platform/pages/page.js';
import { documentNumber } from '../domain/document-number.js';
import { type PostedFields, textOf } from '../domain/posted-fields.js';
import { MAX_REASON } from '../domain/sign-form.js';
import { type Visit } from '../domain/visit.js';
import { ReaderService } from '../reader.service.js';
import { ReaderAccess } from '../reader-access.js';
import { readerAddressesOf } from '../reader-addresses.js';
import { OpeningReaderForms } from './opening-reader-forms.interceptor.js';
import { ReaderPages } from './reader-pages.js';
import { CurrentVisit } from './visit.decorator.js';

/**
 * The pages of those who do not sign. Viewing them changes nothing, except for 'link_fetched' and 'downloaded' in the audit
 * trail; every success of an action redirects, so a reload repeats nothing.
 */
@HostedPages('read')
export class ReaderPagesController {
  constructor(
    private readonly pages: ReaderPages,
    private readonly access: ReaderAccess,
    private readonly readers: ReaderService,
  ) {}

  @Get(':token')
  async landing(@CurrentVisit() visit: Visit): Promise<PageResult> {
    await this.access.recordFetched(visit);
    return this.pages.landing(visit);
  }

  @Get(':token/document')
  document(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.document(visit);
  }

  @Get(':token/text')
  text(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.text(visit);
  }

  @Get(':token/file')
  file(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('open') open?: unknown,
    @Query('n') number?: unknown,
  ): Promise<Download> {
    const wanted = { n: documentNumber(number), isForPage: open === undefined };
    return this.pages.file(visit, wanted, reply);
  }

  @Get(':token/copy')
  async copy(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('n') number?: unknown,
  ): Promise<Download> {
    const n = documentNumber(number);
    const copy = await this.pages.copy(visit, n, reply);
    await this.access.recordDownloaded(visit, n);
    return copy;
  }

  @Get(':token/approve')
  approval(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.approval(visit);
  }

  @Post(':token/approve')
  @UseInterceptors(OpeningReaderForms)
  async approve(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<PageResult> {
    const outcome = await this.readers.approve(visit, fields);
    if (outcome === 'not_agreed')
      return this.pages.approval(visit, fields, [{ field: 'agree', problem: 'approval_agree' }]);
    if (outcome === 'outdated') return this.pages.approval(visit, fields);
    return new Redirect(readerAddressesOf(visit.token).landing);
  }

  @Post(':token/viewed')
  @UseInterceptors(OpeningReaderForms)
  async viewed(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<PageResult> {
    const outcome = await this.readers.confirm(visit, fields);
    if (outcome === 'outdated') return this.pages.document(visit, fields);
    return new Redirect(readerAddressesOf(visit.token).landing);
  }

  @Get(':token/reject')
  refusal(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return this.pages.reject(visit, '', null);
  }

  @Post(':token/reject')
  @UseInterceptors(OpeningReaderForms)
  async reject(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<PageResult> {
    const reason = textOf(fields, 'reason').toWellFormed().replaceAll('\0', '').trim();
    if (reason === '') return this.pages.reject(visit, reason, 'reason_missing');
    if (reason.length > MAX_REASON) return this.pages.reject(visit, reason, 'reason_too_long');
    if (fields.confirmed !== 'yes') return this.pages.reject(visit, reason, null);
    await this.readers.reject(visit, reason);
    return new Redirect(readerAddressesOf(visit.token).landing);
  }

  @Post(':token/language')
  async chooseLanguage(
    @CurrentVisit() visit: Visit,
    @Body() fields: PostedFields | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const { locale, back } = readChoice(fields, readerAddressesOf(visit.token).landing);
    if (locale === null) return new Redirect(back);
    await this.access.chooseLocale(visit, locale);
    keepInBrowser(reply, locale);
    return new Redirect(back);
  }
}
