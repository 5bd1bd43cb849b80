import { Injectable } from '@nestjs/common';
import { BulkFiles } from '../../bulk-sends/bulk-files.js';
import { BulkMappings } from '../../bulk-sends/bulk-mappings.js';
import { BulkSends, type BulkView } from '../../bulk-sends/bulk-sends.js';
import { ROW_STATES, type RowState } from '../../bulk-sends/domain/bulk-send.state.js';
import { type AppError } from '../../common/errors.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { queryOf } from '../domain/address-query.js';
import { refusalWords } from '../domain/refusal-words.js';
import { listedRow, shownBulkState } from './bulk.view-model.js';
import { bulkStep, BulkSteps, pageOfBulk } from './bulk-steps.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { PAGE_SIZE } from './list-page.js';

/** The reasons for a pause that the page has words for. */
const REASONS = ['template_archived', 'processes_outdated', 'validation_failed', 'internal_error'];

/** The page of a bulk send that was started: how far it is, and what became of its rows. */
@Injectable()
export class BulkResultPages {
  constructor(
    private readonly bulkSends: BulkSends,
    private readonly mappings: BulkMappings,
    private readonly files: BulkFiles,
    private readonly templates: TemplatesService,
    private readonly shell: DashboardShell,
  ) {}

  /**
   * One that was not started continues where it was left.
   * @throws AppError 404, also for another organization's bulk send
   */
  async show(
    visit: DashboardVisit,
    bulkSendId: number,
    query: Fields,
    error: AppError | null = null,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    const key = { organizationId, bulkSendId };
    const view = await this.bulkSends.get(key);
    const { bulk, counts, pace } = view;
    if (bulk.state === 'empty' || bulk.state === 'checked') {
      const isAsked = (await this.files.question(key)) !== null;
      const next = BulkSteps.next({ ...view, mapping: await this.mappings.of(key) });
      return new Redirect(bulkStep(bulkSendId, isAsked ? 'reading' : next));
    }
    const { templateId } = bulk;
    const template = await this.templates.get({ organizationId, templateId });
    const done = counts.created + counts.failed;
    const toSend = counts.valid + done;
    const model = {
      ...{ bulk, counts, pace, done, toSend, template: { id: templateId, name: template.name } },
      ...shownBulkState(view),
      reason: bulk.pausedBecause && reasonKey(bulk.pausedBecause),
      mayPause: bulk.state === 'running',
      mayResume: bulk.state === 'paused',
      mayCancel: bulk.state === 'running' || bulk.state === 'paused',
      mayRetry:
        counts.failed > 0 && bulk.rowsRemovedAt === null && ['paused', 'finished'].includes(bulk.state),
      hasFaults: counts.invalid + counts.failed > 0 && bulk.rowsRemovedAt === null,
      refusal: error && refusalWords(error, 'other'),
      ...(await this.rows(view, query)),
    };
    return this.shell.page(visit, 'bulk-send', model, error ? 400 : 200);
  }

  private async rows({ bulk, counts }: BulkView, query: Fields) {
    const { organizationId, id: bulkSendId } = bulk;
    const address = pageOfBulk(bulkSendId);
    const chosen = ROW_STATES.find((each) => each === query.state);
    const skip = Math.max(0, Math.trunc(Number(textOf(query.from))) || 0);
    const page = { state: chosen, skip, limit: PAGE_SIZE };
    const { rows, total } = await this.bulkSends.rows({ organizationId, bulkSendId }, page);
    const chips = [undefined, ...ROW_STATES.filter((each) => counts[each] > 0 || each === chosen)];
    return {
      chips: chips.map((state) => toChip(address, state, counts, state === chosen)),
      found: {
        rows: rows.map(listedRow),
        ...{ count: total, isMore: false },
        first: skip === 0 ? null : address + queryOf({ state: chosen }),
        next: skip + PAGE_SIZE < total ? address + queryOf({ state: chosen, from: skip + PAGE_SIZE }) : null,
      },
    };
  }
}

const toChip = (
  address: string,
  state: RowState | undefined,
  counts: BulkView['counts'],
  isChosen: boolean,
) => ({
  state: state ?? 'all',
  href: address + queryOf({ state }),
  found: state === undefined ? counts.rows : counts[state],
  isChosen,
});

const reasonKey = (code: string) => `dashboard.bulk.reasons.${REASONS.includes(code) ? code : 'other'}`;
