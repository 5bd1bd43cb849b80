import { CSV_START, csvLine } from '../common/csv.js';
import { type ListedActivity } from './activity.queries.js';

export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Batches = AsyncIterable<readonly ListedActivity[]>;

const CSV_COLUMNS = [
  'number',
  'createdAt',
  'type',
  'userId',
  'email',
  'address',
  'subjectKind',
  'subjectId',
  'subjectEmail',
  'data',
  'previous',
  'hash',
] as const satisfies readonly (keyof ListedActivity)[];

/** Events as text, in pieces. The JSON is a list; each of its events has everything that is hashed. */
export const EXPORTS: Readonly<Record<ExportFormat, (batches: Batches) => AsyncGenerator<string>>> = {
  async *csv(batches) {
    yield CSV_START + csvLine(CSV_COLUMNS);
    for await (const batch of batches) yield batch.map(csvOf).join('');
  },
  async *json(batches) {
    let before = '[\n';
    for await (const batch of batches) {
      yield before + batch.map((event) => JSON.stringify(event)).join(',\n');
      before = ',\n';
    }
    yield before === ',\n' ? '\n]\n' : '[]\n';
  },
};

const csvOf = (event: ListedActivity) =>
  csvLine(CSV_COLUMNS.map((name) => (name === 'data' ? JSON.stringify(event.data) : event[name])));
