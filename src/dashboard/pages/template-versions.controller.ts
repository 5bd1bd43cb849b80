import { Get, Param, Query } from '@nestjs/common';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseId } from '../../common/ids.js';
import { type Page } from '../../platform/pages/page.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { TemplateVersions } from '../../templates/template-versions.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { shownDifferences } from '../domain/template-differences.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

/** Versions to choose from; earlier ones are in the API. */
const MOST_VERSIONS = 100;

/** What changed between two published versions. */
@DashboardPages('/templates', 'templates')
export class TemplateVersionsController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly versions: TemplateVersions,
    private readonly shell: DashboardShell,
    private readonly texts: TemplateRenderer,
  ) {}

  /** @param query - `from` and `to`: numbers of versions; the last two by default */
  @Get(':id/differences')
  async differences(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) templateId: number,
    @Query() query: Fields,
  ): Promise<Page> {
    const key = { organizationId: visit.organizationId, templateId };
    const template = await this.templates.get(key);
    const latest = template.latestVersion ?? 0;
    const numberIn = (text: unknown) => {
      const number = parseId(textOf(text));
      return number !== null && number <= latest ? number : null;
    };
    const to = numberIn(query.to) ?? latest;
    const from = numberIn(query.from) ?? Math.max(1, to - 1);
    const { rows } = await this.versions.list(key, { skip: 0, limit: MOST_VERSIONS });
    const model = {
      template: { id: template.id, name: template.name },
      versions: [from, to].map((chosen) =>
        rows.map(({ number }) => ({ number, isChosen: number === chosen })),
      ),
      ...{ from, to, hasTwo: latest > 1 },
      differences: latest > 1 ? await this.read(visit, key, from, to) : [],
    };
    return this.shell.page(visit, 'template-differences', model);
  }

  private async read(
    { shownLocale }: DashboardVisit,
    key: { organizationId: number; templateId: number },
    from: number,
    to: number,
  ) {
    const [later, earlier] = [await this.versions.get(key, to), await this.versions.get(key, from)];
    const differences = await this.versions.differences(key, from, to);
    const say = (text: string, values = {}) =>
      this.texts.text(`dashboard.prepare.form.said.${text}`, shownLocale, values);
    return shownDifferences(differences, [later.content, earlier.content], say);
  }
}
