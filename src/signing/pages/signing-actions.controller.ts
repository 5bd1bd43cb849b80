import { Body, Post, Res, UseInterceptors } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { Settings } from '../../platform/config/settings.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { keepInBrowser, readChoice } from '../../platform/pages/language-choice.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { readHandOverForm } from '../domain/hand-over-form.js';
import { type PostedFields, textOf } from '../domain/posted-fields.js';
import { lineOf, MAX_REASON } from '../domain/sign-form.js';
import { BROWSER_TRUST_HOURS } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';
import { OneTimeCodes } from '../one-time-codes.js';
import { SignerIdentity } from '../signer-identity.js';
import { SigningService } from '../signing.service.js';
import { SigningAccess } from '../signing-access.js';
import { addressesOf } from '../signing-addresses.js';
import { OpeningForms } from './opening-forms.interceptor.js';
import { SigningPages } from './signing-pages.js';
import { CurrentVisit, rememberBrowser } from './visit.decorator.js';

/** The signer's actions. Every success redirects to the next screen, so a reload repeats nothing. */
@HostedPages('sign')
@UseInterceptors(OpeningForms)
export class SigningActionsController {
  constructor(
    private readonly access: SigningAccess,
    private readonly signing: SigningService,
    private readonly codes: OneTimeCodes,
    private readonly identity: SignerIdentity,
    private readonly pages: SigningPages,
    private readonly settings: Settings,
  ) {}

  @Post(':token/code/send')
  async sendCode(@CurrentVisit() visit: Visit): Promise<PageResult> {
    const refusal = await this.codes.request(visit);
    return refusal === null
      ? new Redirect(addressesOf(visit.token).code)
      : this.pages.refuseCode(visit, refusal);
  }

  @Post(':token/code')
  async enterCode(
    @CurrentVisit() visit: Visit,
    @Body() fields: PostedFields | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const entry = await this.codes.enter(visit, lineOf(fields ?? {}, 'code'));
    if (entry === null) return new Redirect(addressesOf(visit.token).landing);
    if ('refusal' in entry) return this.pages.refuseCode(visit, entry.refusal);
    rememberBrowser(reply, visit, entry.browser, this.settings, BROWSER_TRUST_HOURS * 3_600);
    return new Redirect(addressesOf(visit.token).document);
  }

  @Post(':token/identity')
  async beginIdentity(@CurrentVisit() visit: Visit): Promise<PageResult> {
    const session = await this.identity.begin(visit);
    return new Redirect(session ?? addressesOf(visit.token).identity);
  }

  @Post(':token/language')
  async chooseLanguage(
    @CurrentVisit() visit: Visit,
    @Body() fields: PostedFields | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const { locale, back } = readChoice(fields, addressesOf(visit.token).landing);
    if (locale === null) return new Redirect(back);
    await this.access.chooseLocale(visit, locale);
    keepInBrowser(reply, locale);
    return new Redirect(back);
  }

  @Post(':token/reject')
  async reject(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<PageResult> {
    const reason = textOf(fields, 'reason').toWellFormed().replaceAll('\0', '').trim();
    if (reason === '') return this.pages.reject(visit, reason, 'reason_missing');
    if (reason.length > MAX_REASON) return this.pages.reject(visit, reason, 'reason_too_long');
    if (fields.confirmed !== 'yes') return this.pages.reject(visit, reason, null);
    await this.signing.reject(visit, reason);
    return new Redirect(addressesOf(visit.token).landing);
  }

  @Post(':token/hand-over')
  async handOver(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<PageResult> {
    const form = readHandOverForm(fields);
    const problems = await this.signing.handOver(visit, form);
    return problems === null || problems.length === 0
      ? new Redirect(addressesOf(visit.token).landing)
      : this.pages.handOver(visit, form, problems);
  }
}
