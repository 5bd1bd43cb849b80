import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplateDefinitions, type TemplateDraft } from '../../templates/template-definitions.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';

/** The pages on which a template is edited, in order. */
const STEPS = ['document', 'roles', 'fields', 'publish'] as const;
type Step = (typeof STEPS)[number];

export const pageOfTemplate = (id: number) => `/dashboard/templates/${id}`;
export const templateStep = (id: number, step: string) => `${pageOfTemplate(id)}/${step}`;

/** Somebody has changed the draft since the page was opened. */
export const isChanged = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'template_changed';

/** Drafts of templates that are edited by hand. */
@Injectable()
export class TemplateDrafts {
  constructor(
    private readonly definitions: TemplateDefinitions,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, 400 `template_archived` */
  async open(
    { organizationId }: Pick<DashboardVisit, 'organizationId'>,
    templateId: number,
  ): Promise<TemplateDraft> {
    const draft = await this.definitions.get({ organizationId, templateId });
    if (draft.template.archivedAt) throw new AppError(400, 'The template is archived', 'template_archived');
    return draft;
  }

  /** The page of a step, or of the first unfinished step before it. */
  async page(
    visit: DashboardVisit,
    draft: TemplateDraft,
    step: Step,
    model: () => object | Promise<object>,
    status = 200,
  ): Promise<PageResult> {
    const { id, name, revision } = draft.template;
    const missing = missingBefore(draft, step);
    if (missing) return new Redirect(templateStep(id, missing));
    const steps = STEPS.map((each) => ({
      step: each,
      isHere: each === step,
      address: missingBefore(draft, each) === null ? templateStep(id, each) : null,
    }));
    const shown = { version: String(revision), ...(await model()), template: { id, name }, steps };
    return this.shell.page(visit, `template-${step}`, shown, status);
  }

  /** Runs `work`; redirects to the template's page if it is archived. */
  async ifActive(id: number, work: () => Promise<PageResult>): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'template_archived')
        return new Redirect(pageOfTemplate(id));
      throw error;
    }
  }
}

/** The revision on which a form is based; a form without one replaces any. */
export const revisionOf = (fields: Fields, { template }: TemplateDraft): number =>
  Number(textOf(fields.version)) || template.revision;

function missingBefore({ template: { definition }, documents }: TemplateDraft, step: Step): Step | null {
  if (step !== 'fields') return null;
  if (documents.length === 0) return 'document';
  return definition.roles.length === 0 ? 'roles' : null;
}
