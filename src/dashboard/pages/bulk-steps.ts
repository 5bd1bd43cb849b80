import { Injectable } from '@nestjs/common';
import { BulkMappings, type ColumnMapping } from '../../bulk-sends/bulk-mappings.js';
import { BulkSends, type BulkView } from '../../bulk-sends/bulk-sends.js';
import { AppError } from '../../common/errors.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { refusalWords } from '../domain/refusal-words.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** The pages on which a bulk send is prepared, in order. */
const STEPS = ['upload', 'columns', 'check', 'preview', 'send'] as const;
export type BulkStep = (typeof STEPS)[number];

export const pageOfBulk = (id: number) => `/dashboard/bulk-sends/${id}`;
export const bulkStep = (id: number, step: BulkStep | 'reading') => `${pageOfBulk(id)}/${step}`;

/** A bulk send that is being prepared. */
export interface PreparedBulk extends BulkView {
  mapping: ColumnMapping;
}

/** Bulk sends that are prepared by hand, step by step. */
@Injectable()
export class BulkSteps {
  constructor(
    private readonly bulkSends: BulkSends,
    private readonly mappings: BulkMappings,
    private readonly templates: TemplatesService,
    private readonly shell: DashboardShell,
  ) {}

  /**
   * Runs `work` for a bulk send that was not started; leads to the first step before this one that is not done, or to the
   * page of a bulk send that was started.
   * @throws AppError 404, also for another organization's bulk send
   */
  async at(
    { organizationId }: DashboardVisit,
    bulkSendId: number,
    step: BulkStep | 'reading',
    work: (bulk: PreparedBulk) => Promise<PageResult>,
  ): Promise<PageResult> {
    const key = { organizationId, bulkSendId };
    const view = await this.bulkSends.get(key);
    if (!['empty', 'checked'].includes(view.bulk.state)) return new Redirect(pageOfBulk(bulkSendId));
    const prepared = { ...view, mapping: await this.mappings.of(key) };
    if (step === 'reading') return work(prepared);
    const missing = missingBefore(prepared, step);
    if (missing) return new Redirect(bulkStep(bulkSendId, missing));
    try {
      return await work(prepared);
    } catch (error) {
      // Somebody else has started, cancelled or replaced it meanwhile.
      if (error instanceof AppError && STARTED.has(error.code)) return new Redirect(pageOfBulk(bulkSendId));
      throw error;
    }
  }

  /** The page of a step. */
  async page(
    visit: DashboardVisit,
    prepared: PreparedBulk,
    step: BulkStep | 'reading',
    model: object,
    error: AppError | null = null,
  ): Promise<PageResult> {
    const { id, name, templateId, version } = prepared.bulk;
    const { organizationId } = visit;
    const here = step === 'reading' ? 'upload' : step;
    const template = await this.templates.get({ organizationId, templateId });
    const shown = {
      ...model,
      bulk: { id, name, version },
      template: { id: templateId, name: template.name },
      steps: STEPS.map((each) => ({
        step: each,
        isHere: each === here,
        address: missingBefore(prepared, each) === null ? bulkStep(id, each) : null,
      })),
      refusal: error && refusalWords(error, 'other'),
    };
    const view = step === 'send' ? 'bulk-confirm' : `bulk-${step}`;
    return this.shell.page(visit, view, shown, error ? 400 : 200);
  }

  /** The first step that is not done. */
  static next(prepared: PreparedBulk): BulkStep {
    return missingBefore(prepared, 'preview') ?? 'check';
  }
}

const STARTED: ReadonlySet<string | undefined> = new Set([
  ...['bulk_running', 'bulk_started', 'bulk_finished', 'bulk_cancelled'],
]);

function missingBefore({ bulk, counts, mapping }: PreparedBulk, step: BulkStep): BulkStep | null {
  const place = STEPS.indexOf(step);
  if (place > STEPS.indexOf('upload') && bulk.file === null) return 'upload';
  if (place > STEPS.indexOf('columns') && mapping.missing.length > 0) return 'columns';
  if (place > STEPS.indexOf('check') && counts.valid === 0) return 'check';
  return null;
}
