import { Body, Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { TemplatePublishing } from '../../templates/template-publishing.js';
import { type Problems } from '../domain/prepare-problems.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { toldFaults } from '../domain/template-faults.js';
import { problemsOfDetails } from '../domain/template-problems.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { pageOfTemplate, TemplateDrafts, templateStep } from './template-drafts.js';

interface Told {
  note?: string;
  problems?: Problems;
  refusal?: RefusalWords;
}

/** The last step of a template: everything that is not settled yet, and publishing it as a version. */
@DashboardPages('/templates', 'templates')
export class TemplatePublishingController {
  constructor(
    private readonly publishing: TemplatePublishing,
    private readonly entries: TemplateEntries,
    private readonly drafts: TemplateDrafts,
  ) {}

  @Get(':id/publish')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifActive(id, () => this.page(visit, id, {}));
  }

  /** A form that is sent twice makes one version: the second draft has the digest of the first. */
  @Post(':id/publish')
  publish(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const note = textOf(fields.note).trim();
    return this.drafts.ifActive(id, async () => {
      const { template } = await this.drafts.open(visit, id);
      try {
        const noted = await this.entries.note(note);
        const { number } = await this.publishing.publish(callerOf(visit, request), id, noted);
        const done = number === template.latestVersion ? 'unchanged' : 'published';
        return new Redirect(`${pageOfTemplate(id)}?done=${done}`);
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
        if (error.code === 'template_archived') throw error;
        const problems = problemsOfDetails(error);
        // Faults of the draft are on the page anyway.
        const isListed = error.details !== undefined;
        return this.page(
          visit,
          id,
          { note, problems, ...(!isListed && { refusal: refusalWords(error, 'other') }) },
          400,
        );
      }
    });
  }

  private async page(
    visit: DashboardVisit,
    id: number,
    { note = '', problems = {}, refusal }: Told,
    status = 200,
  ): Promise<PageResult> {
    const draft = await this.drafts.open(visit, id);
    const { template, documents } = draft;
    const { definition, latestVersion } = template;
    const faults = toldFaults(definition, draft.problems);
    const model = async () => ({
      ...{ note, problems, refusal, documents },
      faults: faults.map((fault) => ({ ...fault, address: templateStep(id, fault.step) })),
      isUpToDate: await this.publishing.isUpToDate(draft),
      number: (latestVersion ?? 0) + 1,
      latestVersion,
      roles: definition.roles.map((role) => ({
        ...role,
        fields: definition.fields.filter((field) => field.role === role.key).length,
      })),
      options: definition.options,
    });
    return this.drafts.page(visit, draft, 'publish', model, status);
  }
}
