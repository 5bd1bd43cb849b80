import { Body, Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type FormField } from '../../forms/form-definition.js';
import { Answer, type PageResult, Redirect } from '../../platform/pages/page.js';
import { HAND_OVER_TYPES, SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import { ROLE_ACTIONS } from '../../templates/domain/template-content.js';
import { TemplateDefinitions, type TemplateDraft } from '../../templates/template-definitions.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { indexOf } from '../domain/fields-form.js';
import { type Problems } from '../domain/prepare-problems.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { fieldName } from '../domain/template-faults.js';
import { problemsOfRoles } from '../domain/template-problems.js';
import {
  actOnRoles,
  emptyRow,
  hasOptionsSet,
  isMissingRole,
  readTemplateRoles,
  rolesFormOf,
  type TemplateRolesForm,
  withRoles,
} from '../domain/template-roles-form.js';
import { toldFault } from '../domain/told-faults.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { optionsOf } from './list-page.js';
import { answerQuietly, isQuiet } from './quiet-saves.js';
import { isChanged, revisionOf, TemplateDrafts, templateStep } from './template-drafts.js';

/** What there is to say about the entries. */
interface Told {
  problems?: Problems;
  refusal?: RefusalWords & { field?: string };
  /** They are not saved yet, because the draft was changed elsewhere. */
  isOutdated?: boolean;
  /** A button has changed them, and the page's script is to save them. */
  isUnsaved?: boolean;
  /** The version that the entries were based on; the present one by default. */
  version?: unknown;
}

/** The second step of a template: its roles, and how requests are sent. */
@DashboardPages('/templates', 'templates')
export class TemplateRolesController {
  constructor(
    private readonly definitions: TemplateDefinitions,
    private readonly entries: TemplateEntries,
    private readonly drafts: TemplateDrafts,
  ) {}

  @Get(':id/roles')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifActive(id, async () => {
      const draft = await this.drafts.open(visit, id);
      return this.page(visit, draft, rolesFormOf(draft.template.definition), {});
    });
  }

  /** Shows the entries again if a button changed them, or something is wrong. */
  @Post(':id/roles')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    if (isQuiet(fields)) return answerQuietly(() => this.saveQuietly(visit, id, fields, request));
    return this.drafts.ifActive(id, async () => {
      const draft = await this.drafts.open(visit, id);
      const { version } = fields;
      const acted = actOnRoles(fields);
      if (acted) return this.page(visit, draft, acted, { version, isUnsaved: true });
      const form = readTemplateRoles(fields);
      const entered = withRoles(draft.template.definition, form);
      try {
        await this.replace(visit, draft, entered, fields, request);
      } catch (error) {
        if (isChanged(error)) return this.page(visit, draft, form, { isOutdated: true });
        if (!(error instanceof AppError) || !error.details) throw error;
        const problems = problemsOfRoles(error);
        const isTold = Object.keys(problems).length > 0;
        const told = isTold ? { problems } : { refusal: wordsOf(error, entered.fields) };
        return this.page(visit, draft, form, { ...told, version });
      }
      return new Redirect(templateStep(id, draft.documents.length > 0 ? 'fields' : 'document'));
    });
  }

  /**
   * Roles that are not right yet are not kept. Neither is a form in which a role has become empty: while a name is typed
   * anew, its fields would go.
   */
  private async saveQuietly(
    visit: DashboardVisit,
    id: number,
    fields: Fields,
    request: FastifyRequest,
  ): Promise<Answer> {
    const draft = await this.drafts.open(visit, id);
    const kept = { version: String(revisionOf(fields, draft)), isComplete: false };
    if (isMissingRole(fields)) return new Answer(kept);
    const entered = withRoles(draft.template.definition, readTemplateRoles(fields));
    try {
      const { template } = await this.replace(visit, draft, entered, fields, request);
      const keys = template.definition.roles.map(({ key }) => key);
      return new Answer({ version: String(template.revision), isComplete: true, keys });
    } catch (error) {
      if (isChanged(error)) return new Answer({ code: 'template_changed' }, 409);
      if (!(error instanceof AppError) || !error.details) throw error;
      return new Answer(kept);
    }
  }

  private async replace(
    visit: DashboardVisit,
    draft: TemplateDraft,
    entered: object,
    fields: Fields,
    request: FastifyRequest,
  ): Promise<TemplateDraft> {
    const given = await this.entries.definition(entered);
    const revision = revisionOf(fields, draft);
    return this.definitions.replace(callerOf(visit, request), draft.template.id, given, revision);
  }

  private page(
    visit: DashboardVisit,
    draft: TemplateDraft,
    form: TemplateRolesForm,
    { problems = {}, refusal, isOutdated = false, isUnsaved = false, version }: Told,
  ): Promise<PageResult> {
    const rows = form.rows.length > 0 ? form.rows : [emptyRow([])];
    const hasProblems = Object.keys(problems).length > 0;
    const model = () => ({
      ...form,
      ...{ problems, hasProblems, refusal, isOutdated, isUnsaved },
      ...(typeof version === 'string' && { version }),
      rows: rows.map((row, index) => ({
        ...row,
        index,
        number: index + 1,
        up: index === 0 ? null : index - 1,
        down: index === rows.length - 1 ? null : index + 1,
        actions: optionsOf(ROLE_ACTIONS, row.action),
        wrongName: problems[`person-${index}`],
        wrongKey: problems[`key-${index}`],
        wrongOrder: problems[`order-${index}`],
      })),
      next: rows.length,
      types: optionsOf(
        SIGNATURE_TYPES,
        SIGNATURE_TYPES.find((type) => type === form.type),
      ),
      isOpen: hasOptionsSet(form) || hasProblems,
      offersHandOver: HAND_OVER_TYPES.some((type) => type === form.type) || form.mayHandOver,
    });
    const status = hasProblems || refusal ? 400 : isOutdated ? 409 : 200;
    return this.drafts.page(visit, draft, 'roles', model, status);
  }
}

/** Why the roles were refused although each is right: because of a field, for example one that depends on a later role. */
function wordsOf(error: AppError, fields: readonly FormField[]): Told['refusal'] {
  const [detail] = error.details ?? [];
  const field = detail && fields[indexOf(detail.field) ?? -1];
  const { says } = detail ? toldFault(detail) : { says: null };
  if (!field || !says) return refusalWords(error, 'fields');
  return { words: says, reason: detail.message, isWhole: true, field: fieldName(field) };
}
