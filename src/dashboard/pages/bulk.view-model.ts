import { type BulkView, type ShownRow } from '../../bulk-sends/bulk-sends.js';
import { type BulkState, type RowState } from '../../bulk-sends/domain/bulk-send.state.js';
import { faultWords } from '../domain/bulk-fault-words.js';

type Tone = 'none' | 'info' | 'good' | 'warn' | 'bad';

const TONES: Readonly<Record<BulkState, Tone>> = {
  empty: 'none',
  checked: 'none',
  running: 'info',
  paused: 'warn',
  finished: 'good',
  cancelled: 'none',
};
const ROW_TONES: Readonly<Record<RowState, Tone>> = {
  valid: 'none',
  invalid: 'bad',
  created: 'good',
  failed: 'bad',
  cancelled: 'none',
};

/** The state as it is shown: one whose mails still wait has not finished for the people they are for. */
export function shownBulkState({ bulk, counts, pace }: BulkView): { state: string; tone: Tone } {
  if (bulk.state === 'finished' && pace.waitsFor === 'mail') return { state: 'mailing', tone: 'info' };
  const isPartly = bulk.state === 'finished' && counts.failed > 0;
  return { state: bulk.state, tone: isPartly ? 'warn' : TONES[bulk.state] };
}

/** A bulk send in the list. */
export const listedBulk = (view: BulkView) => ({
  id: view.bulk.id,
  called: view.bulk.name,
  ...shownBulkState(view),
  rows: view.counts.rows,
  created: view.counts.created,
  faulty: view.counts.invalid + view.counts.failed,
  createdAt: view.bulk.createdAt,
  startedAt: view.bulk.startedAt,
  endedAt: view.bulk.endedAt,
});

/** A row in a list of rows, with what is wrong with it and what there is to know. */
export const listedRow = ({ number, line, reference, state, signatureId, faults, warnings }: ShownRow) => ({
  ...{ number, line, reference, state, signatureId, tone: ROW_TONES[state] },
  faults: faults.map(faultWords),
  warnings: warnings.map(faultWords),
});
