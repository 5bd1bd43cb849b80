import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { plainLine } from '../../common/plain-line.js';
import { Answer, Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplateDefinitions, type TemplateDraft } from '../../templates/template-definitions.js';
import { type EnteredField, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { inRows, isAboutFields } from '../domain/fields-refusals.js';
import { formOfRows, rowsOfForm } from '../domain/form-rows.js';
import { fieldsBeyond, fieldsOnFirst } from '../domain/template-fields.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import {
  type FieldSheet,
  sheetSigner,
  type ShownFields,
  toFieldsModel,
  toRulesModel,
} from './fields.view-model.js';
import { type Fields } from './form-fields.js';
import { answerQuietly, isQuiet } from './quiet-saves.js';
import { isChanged, revisionOf, TemplateDrafts, templateStep } from './template-drafts.js';

/** The fields of a template, in the editor of requests: roles stand in place of signers' addresses. */
@DashboardPages('/templates', 'templates')
export class TemplateFieldsController {
  constructor(
    private readonly definitions: TemplateDefinitions,
    private readonly drafts: TemplateDrafts,
  ) {}

  /** The pages with their fields; with `?table`, the fields as numbers, which needs no scripts; with `?rules`, what the editor loads later. */
  @Get(':id/fields')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { table, rules }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifActive(id, async () => {
      const draft = await this.drafts.open(visit, id);
      if (rules !== undefined) return new Page('dashboard/field-rules', toRulesModel(sheetOf(draft)));
      return this.page(visit, draft, enteredIn(draft), { isTable: table !== undefined });
    });
  }

  @Post(':id/fields')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() form: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    if (isQuiet(form)) return answerQuietly(() => this.saveQuietly(visit, id, form, request));
    return this.drafts.ifActive(id, async () => {
      const draft = await this.drafts.open(visit, id);
      const rows = shownAgain(readFieldsForm(form));
      const isTable = form.table !== undefined;
      try {
        await this.replace(visit, draft, form, request);
      } catch (error) {
        const isOutdated = isChanged(error);
        if (!isOutdated && !isAboutFields(error)) throw error;
        const refusal = isOutdated ? null : (error as AppError);
        return this.page(visit, draft, rows, { isTable, refusal, isOutdated, version: form.version });
      }
      return new Redirect(templateStep(id, form.more === undefined ? 'publish' : 'fields?table'));
    });
  }

  /** Unlike those of a request, fields that are not complete are not kept: a template's draft is always right in itself. */
  private async saveQuietly(
    visit: DashboardVisit,
    id: number,
    form: Fields,
    request: FastifyRequest,
  ): Promise<Answer> {
    const draft = await this.drafts.open(visit, id);
    try {
      const { template } = await this.replace(visit, draft, form, request);
      return new Answer({ version: String(template.revision), isComplete: true });
    } catch (error) {
      if (isChanged(error)) return new Answer({ code: 'template_changed' }, 409);
      if (!isAboutFields(error)) throw error;
      return new Answer({ version: String(revisionOf(form, draft)), isComplete: false });
    }
  }

  /** @throws AppError 400 in terms of the rows, `template_changed` */
  private async replace(
    visit: DashboardVisit,
    draft: TemplateDraft,
    form: Fields,
    request: FastifyRequest,
  ): Promise<TemplateDraft> {
    const { id, definition } = draft.template;
    const { roles, options } = definition;
    const entered = readFieldsForm(form);
    const rows = shownAgain(entered);
    if (!Array.isArray(entered) || rows.length !== entered.length)
      throw invalid({ field: 'fields', message: 'fields must be an array of fields of known kinds' });
    const people = roles.map(({ key, name, order }) => ({ email: key, name, order }));
    const { fields } = formOfRows(rows, people, new Map(roles.map(({ key }) => [key, key])));
    const given = { roles, options, fields: [...fields, ...fieldsBeyond(definition)] };
    try {
      return await this.definitions.replace(callerOf(visit, request), id, given, revisionOf(form, draft));
    } catch (error) {
      throw error instanceof AppError && error.details ? inRows(error, rows) : error;
    }
  }

  private page(
    visit: DashboardVisit,
    draft: TemplateDraft,
    entered: readonly EnteredField[],
    shown: ShownFields,
  ): Promise<PageResult> {
    const { refusal = null, isOutdated = false } = shown;
    const model = () => ({
      ...toFieldsModel(sheetOf(draft), entered, shown),
      beyond: fieldsBeyond(draft.template.definition).length,
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : isOutdated ? 409 : 200);
  }
}

function enteredIn({ template: { definition } }: TemplateDraft): EnteredField[] {
  const { roles } = definition;
  const keys = Object.fromEntries(roles.map(({ key }) => [key, key]));
  const form = { roles: [], fields: fieldsOnFirst(definition) };
  return rowsOfForm(form, keys, roles[0]?.key ?? '');
}

function sheetOf({ template: { id, definition }, documents }: TemplateDraft): FieldSheet {
  const [document] = documents;
  const carriesSignatures = document?.carriesSignatures ?? false;
  return {
    place: `templates/${id}`,
    documentName: plainLine(document?.name ?? ''),
    file: templateStep(id, 'presented'),
    pageSizes: document?.pageSizes ?? null,
    signers: definition.roles.map(({ key, name, order }, index) => sheetSigner(key, name, order, index)),
    ...{ carriesSignatures, mayForm: !carriesSignatures, tags: [] },
  };
}
