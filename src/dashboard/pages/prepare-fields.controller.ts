import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { FIELD_KINDS, MOST_SIGNED_PLACES, SIGNED_KINDS } from '../../pdf/document-field.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { DocumentFields } from '../../signatures/document-fields.service.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { actorOf } from '../domain/actor-of.js';
import { type EnteredField, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts } from './drafts.service.js';
import { type Fields } from './form-fields.js';
import { inNumbers, toEditorModel, toEnteredFields, toTableModel } from './fields.view-model.js';

/** The third step of a request made by hand: the fields on the document's pages. */
@DashboardPages('/signatures', 'signatures')
export class PrepareFieldsController {
  constructor(
    private readonly input: RequestInput,
    private readonly fields: DocumentFields,
    private readonly drafts: Drafts,
    private readonly activity: ActivityLog,
  ) {}

  /** The pages with their fields; with `?table` the fields as numbers, which needs no scripts. */
  @Get(':id/fields')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { table }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      return this.page(visit, draft, toEnteredFields(draft.fields), table !== undefined, null);
    });
  }

  @Post(':id/fields')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Body() form: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(signatureId, async () => {
      const draft = await this.drafts.open(visit, signatureId);
      const entered = readFieldsForm(form);
      const { organizationId } = visit;
      const isTable = form.table !== undefined;
      try {
        const placements = await this.input.fields(entered);
        await this.activity.recordWith(
          () => this.fields.place({ organizationId, signatureId }, placements),
          () => ({
            ...actorOf(visit),
            type: 'fields_placed',
            subject: { kind: 'signature', id: signatureId },
          }),
        );
      } catch (error) {
        if (!isAboutFields(error)) throw error;
        return this.page(visit, draft, shownAgain(entered), isTable, error);
      }
      return new Redirect(
        form.more === undefined ? addressOf(signatureId, 'check') : addressOf(signatureId, 'fields?table'),
      );
    });
  }

  private page(
    visit: DashboardVisit,
    draft: Draft,
    entered: readonly EnteredField[],
    isTable: boolean,
    refusal: AppError | null,
  ): Promise<PageResult> {
    const model = () => ({
      isTable,
      editorScript: isTable ? null : 'prepare',
      isSigned: draft.carriesSignatures,
      most: MOST_SIGNED_PLACES,
      kinds: (draft.carriesSignatures ? SIGNED_KINDS : FIELD_KINDS).map((kind) => ({ kind })),
      refusals: refusal === null || refusal.details ? [] : [inNumbers(refusal.message)],
      ...(isTable ? toTableModel(draft, entered, refusal) : toEditorModel(draft, entered, refusal)),
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : 200);
  }
}

/** Refusals of fields without details. */
const ABOUT_FIELDS: ReadonlySet<string | undefined> = new Set([
  'fields_overlap',
  'document_signed_no_fields',
]);

const isAboutFields = (error: unknown): error is AppError =>
  error instanceof AppError && (error.details !== undefined || ABOUT_FIELDS.has(error.code));
