import { type Count } from '../../common/count.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong, type ReadFilter } from '../domain/filter-fields.js';

export const PAGE_SIZE = 50;
/** Matches are counted up to this number. */
export const MOST_COUNTED = 10_000;

/** A query parameter of a filter; those without a value are left out of addresses. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** The part of a list shown on a page, with links to the others. */
export interface ListPage<Row> extends Count {
  rows: Row[];
  isFiltered: boolean;
  /** Whether a field of the filter is invalid, so nothing is listed. */
  isWrong: boolean;
  /** Addresses of the list's first and next part; null if there is no other. */
  first: string | null;
  next: string | null;
  /** The filter as the query of an address: either empty or including the question mark. */
  query: string;
}

interface ListSource<Row> {
  address: string;
  choice: ReadFilter<Filter, string>;
  /** Other parameters of the list's address, such as its order. */
  order?: Filter;
  /** Whether the page is the list's first one. */
  isFirst: boolean;
  /** The place of a row, for `before` in an address. */
  placeOf: (row: Row) => string;
}

/**
 * One page of a list.
 * @param load - reads the page's rows up to a limit, and counts the matches, up to `most` or until it takes too long
 */
export async function listPage<Row>(
  { address, choice, order = {}, isFirst, placeOf }: ListSource<Row>,
  load: (limit: number, most: number) => Promise<{ rows: Row[]; matches: Count }>,
): Promise<ListPage<Row>> {
  const { filter } = choice;
  if (isWrong(choice)) return NOTHING;
  const { rows: found, matches } = await load(PAGE_SIZE + 1, MOST_COUNTED);
  const rows = found.slice(0, PAGE_SIZE);
  const isAll = isFirst && found.length <= PAGE_SIZE;
  const chosen = { ...filter, ...order };
  return {
    rows,
    ...(isAll ? { count: rows.length, isMore: false } : atLeast(matches, rows.length)),
    isFiltered: Object.values(filter).some((value) => value !== undefined),
    isWrong: false,
    first: isFirst ? null : address + queryOf(chosen),
    next: found.length > PAGE_SIZE ? address + queryOf({ ...chosen, before: placeOf(rows.at(-1)!) }) : null,
    query: queryOf(filter),
  };
}

const NOTHING: ListPage<never> = {
  rows: [],
  count: 0,
  isMore: false,
  isFiltered: true,
  isWrong: true,
  first: null,
  next: null,
  query: '',
};

/** A count abandoned early can be lower than the number of rows shown. */
const atLeast = ({ count, isMore }: Count, shown: number): Count => ({
  count: isMore ? Math.max(count, shown) : count,
  isMore,
});

/** The fields of a filter that are in use, for the activity log: their values may name people. */
export const filtersIn = (filter: Filter) => Object.keys(filter).filter((name) => filter[name] !== undefined);

/** The options of a choice, with the chosen one, if any. */
export const optionsOf = <Option extends string>(options: readonly Option[], chosen: Option | undefined) =>
  options.map((option) => ({ option, isChosen: option === chosen }));

/** What a list's form keeps although it has no field for it. */
export const keptIn = (parameters: Filter) =>
  Object.entries(parameters).flatMap(([parameter, kept]) => (kept === undefined ? [] : { parameter, kept }));
