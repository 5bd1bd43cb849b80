import { type SignatureFilter } from '../../src/signatures/lists/signature-list.queries.js';
import { personEmail } from './seed-signatures.js';

export interface ListCase {
  name: string;
  filter: Partial<SignatureFilter>;
}

const NEWEST: Partial<SignatureFilter> = { sortBy: 'createdAt', sortOrder: 'desc', skip: 0, limit: 20 };

/** Each filter of the list with a value that matches something in a seeded organization. */
export const FILTERS = {
  status: 'completed',
  type: 'fast',
  fileName: 'lease',
  subject: 'agreement',
  date: '2026-06-15',
  dateFrom: '2026-06-01',
  dateTo: '2026-06-30',
  recipients: [personEmail(7)],
} satisfies Partial<SignatureFilter>;

export const SORTS = (['createdAt', 'dateSent', 'updatedAt'] as const).flatMap((sortBy) =>
  (['desc', 'asc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
);

/** Every sort order, every filter, combinations, and deep pages for an organization of this size. */
export function listCases(organizationSize: number): ListCase[] {
  const cases: ListCase[] = [
    ...SORTS.map((sort) => ({ name: `sortBy ${sort.sortBy} ${sort.sortOrder}`, filter: sort })),
    ...Object.entries(FILTERS).map(([name, value]) => ({
      name: `${name} ${String(value)}`,
      filter: { [name]: value },
    })),
    { name: 'fileName without a match', filter: { fileName: 'no such file' } },
    { name: 'dateFrom and dateTo', filter: { dateFrom: FILTERS.dateFrom, dateTo: FILTERS.dateTo } },
    { name: 'three recipients', filter: { recipients: [7, 70, 300].map(personEmail) } },
    { name: 'status, type and subject', filter: { status: 'completed', type: 'fast', subject: 'agreement' } },
    ...SORTS.filter(({ sortOrder }) => sortOrder === 'desc').map((sort) => ({
      name: `skip ${organizationSize * 0.95}, ${sort.sortBy}`,
      filter: { ...sort, skip: organizationSize * 0.95 },
    })),
  ];
  return cases.map(({ name, filter }) => ({ name, filter: { ...NEWEST, ...filter } }));
}
