import { Injectable } from '@nestjs/common';
import { Members } from '../../accounts/members.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { TemplateDefinitions, type TemplateDraft } from '../../templates/template-definitions.js';
import { TemplateLists } from '../../templates/template-lists.js';
import { TemplatePublishing } from '../../templates/template-publishing.js';
import { TemplateVersions } from '../../templates/template-versions.js';
import { listBehind, TEMPLATE_LIST } from '../domain/list-address.js';
import { type Problems } from '../domain/prepare-problems.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { shownState } from './template-list-pages.js';

/** What was done, as the page tells it. */
const DONE = ['saved', 'published', 'unchanged', 'archived', 'duplicated', 'imported', 'made'];
const VERSIONS = 20;

/** Additional messages on a template's page. */
export interface TemplateRemarks {
  done?: unknown;
  refusal?: RefusalWords;
  /** The form of the name as entered, with its problems. */
  details?: { name: string; description: string; problems: Problems };
}

/** The page of one template. */
@Injectable()
export class TemplatePages {
  constructor(
    private readonly definitions: TemplateDefinitions,
    private readonly versions: TemplateVersions,
    private readonly publishing: TemplatePublishing,
    private readonly lists: TemplateLists,
    private readonly members: Members,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, also for another organization's template */
  async show(
    visit: DashboardVisit,
    templateId: number,
    { done, refusal, details }: TemplateRemarks,
    status = 200,
  ): Promise<Page> {
    const { organizationId } = visit;
    const key = { organizationId, templateId };
    const draft = await this.definitions.get(key);
    const { template, documents } = draft;
    const { rows, total } = await this.versions.list(key, { skip: 0, limit: VERSIONS });
    const members = await this.members.names(organizationId);
    const isUpToDate = await this.publishing.isUpToDate(draft);
    const isArchived = template.archivedAt !== null;
    const model = {
      ...listBehind(visit.url, TEMPLATE_LIST),
      ...shownState(template),
      ...{ template, documents, refusal, isArchived },
      done: DONE.find((each) => each === done),
      details: details ?? { name: template.name, description: template.description, problems: {} },
      hasWrongDetails: details !== undefined,
      roles: template.definition.roles,
      options: template.definition.options,
      fields: template.definition.fields.length,
      problems: draft.problems.length,
      mayUse: !isArchived && template.latestVersion !== null,
      hasChanges: template.latestVersion !== null && !isUpToDate,
      next: nextStep(draft),
      uses: await this.lists.uses(key),
      versions: rows.map((version) => ({
        ...version,
        digest: version.sha256.toString('hex'),
        by: members.get(version.publishedByUserId) ?? null,
        earlier: version.number > 1 ? version.number - 1 : null,
      })),
      moreVersions: total - rows.length,
    };
    return this.shell.page(visit, 'template', model, status);
  }

  /** The result of `work`. A refusal is shown on the template's page. */
  async orSay(
    visit: DashboardVisit,
    templateId: number,
    work: () => Promise<PageResult>,
  ): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      return this.show(visit, templateId, { refusal: refusalWords(error, 'other') }, 400);
    }
  }
}

/** The first step that is not done, of those that lead to a version. */
function nextStep({ template: { definition }, documents }: TemplateDraft): string {
  if (documents.length === 0) return 'document';
  if (definition.roles.length === 0) return 'roles';
  return definition.fields.length === 0 ? 'fields' : 'publish';
}
