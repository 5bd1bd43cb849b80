import { Body, Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { Brands } from '../../brands/brands.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { type TemplateContent } from '../../templates/domain/template-content.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { TemplateSendings } from '../../templates/template-sendings.js';
import { TemplateVersions } from '../../templates/template-versions.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { warnOfOddAddresses } from '../domain/signers-form-acts.js';
import {
  actOnUse,
  newUseForm,
  problemsOfUse,
  readUseForm,
  type TemplateUseForm,
  toSendBody,
  type UseProblems,
} from '../domain/template-use-form.js';
import { toldValues } from '../domain/told-values.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { SentOnce } from './sent-once.js';
import { pageOfTemplate } from './template-drafts.js';
import { toUseModel } from './template-use.view-model.js';
import { usualLanguage } from './usual-language.js';

/** A template with the version that is sent. */
interface Used {
  id: number;
  name: string;
  version: number;
  content: TemplateContent;
}

interface Told extends Partial<UseProblems> {
  /** Nothing is sent yet, because addresses look odd. */
  isTold?: boolean;
  refusal?: RefusalWords | null;
}

/** Sends a template: its people, what the sender knows already, and when. */
@DashboardPages('/templates', 'templates')
export class TemplateUseController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly versions: TemplateVersions,
    private readonly sendings: TemplateSendings,
    private readonly entries: TemplateEntries,
    private readonly brands: Brands,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get(':id/use')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.ifSendable(visit, id, (used) =>
      this.page(visit, used, newUseForm(used.content, visit.shownLocale), {}),
    );
  }

  /** A form that is sent twice makes one request. */
  @Post(':id/use')
  send(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.ifSendable(visit, id, async (used) => {
      const { content, version } = used;
      const form = readUseForm(fields, content);
      const acted = actOnUse(fields, form, visit);
      if (acted) return this.page(visit, used, acted, {});
      const { shownLocale: locale, timeZone } = visit;
      const { body, faults: unread } = toSendBody(form, content, { locale, timeZone, version });
      const { sending, faults } = await this.entries.sending(body);
      const key = { organizationId: visit.organizationId, templateId: id };
      const explain = () => toldValues(content, form, { locale, today: today() });
      const all = [...unread, ...faults, ...(await this.sendings.faultsOf(key, sending))];
      if (all.length > 0) return this.page(visit, used, form, problemsOfUse(all, content, form, explain()));
      const odd = warnOfOddAddresses(form.people);
      if (odd) return this.page(visit, used, { ...form, people: odd }, { isTold: true });
      try {
        const send = async () =>
          (await this.sendings.send(callerOf(visit, request), id, sending)).signature.id;
        const made = await this.once.run(visit, `request-of-template:${id}`, fields, send);
        const done = sending.overrides.scheduledDate ? 'scheduled' : 'sent';
        return new Redirect(`/dashboard/signatures/${made}?done=${done}`);
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
        const told = problemsOfUse(error.details ?? [], content, form, explain(), error.code);
        const isTold = Object.keys(told.problems).length > 0 || Object.keys(told.values).length > 0;
        return this.page(visit, used, form, {
          ...told,
          ...{ others: [], refusal: isTold ? null : refusalWords(error, 'other') },
        });
      }
    });
  }

  /** Runs `work` with the latest version; leads to the template's page if there is none to send. */
  private async ifSendable(
    { organizationId }: DashboardVisit,
    templateId: number,
    work: (used: Used) => Promise<PageResult>,
  ): Promise<PageResult> {
    const key = { organizationId, templateId };
    const { name, latestVersion, archivedAt } = await this.templates.get(key);
    if (latestVersion === null || archivedAt) return new Redirect(pageOfTemplate(templateId));
    const { content } = await this.versions.get(key, latestVersion);
    return work({ id: templateId, name, version: latestVersion, content });
  }

  private async page(
    visit: DashboardVisit,
    { id, name, version, content }: Used,
    form: TemplateUseForm,
    { problems = {}, values = {}, others = [], refusal, isTold = false }: Told,
  ): Promise<PageResult> {
    const isWrong = [problems, values, others].some((found) => Object.keys(found).length > 0);
    const model = {
      ...toUseModel(form, content, { problems, values, others }, visit.email),
      ...{ template: { id, name }, version, isWrong, refusal, isTold },
      usualLanguage: await usualLanguage(this.brands, visit.organizationId),
    };
    return this.shell.page(visit, 'template-use', model, isWrong || refusal ? 400 : 200);
  }
}

/** In UTC, as the values are checked. */
const today = () => new Date().toISOString().slice(0, 10);
