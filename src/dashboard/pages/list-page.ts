import { type Count } from '../../common/count.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong, type ReadFilter } from '../domain/filter-fields.js';

export const PAGE_SIZE = 50;
/** More matches are not counted. */
export const MOST_COUNTED = 10_000;

/** A query parameter of a filter; those without a value are left out of addresses. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** The part of a list that a page shows, and the ways to the others. */
export interface ListPage<Row> extends Count {
  rows: Row[];
  isFiltered: boolean;
  /** Whether a field of the filter is wrong, so that nothing is listed. */
  isWrong: boolean;
  /** Addresses of the list's beginning and of the next part; null if this is it. */
  first: string | null;
  next: string | null;
  /** The filter as the query of an address; empty, or with its question mark. */
  query: string;
}

interface ListSource<Row> {
  address: string;
  choice: ReadFilter<Filter, string>;
  /** What else of the list is in its address, such as its order. */
  order?: Filter;
  /** Whether the page is the list's first one. */
  isFirst: boolean;
  /** The place of a row, as `before` in an address. */
  placeOf: (row: Row) => string;
}

/**
 * One page of a list.
 * @param load - reads the page's rows up to a limit, and counts all matches, up to `most` or as far as it is soon done
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

/** A count that was given up early may say less than the page shows. */
const atLeast = ({ count, isMore }: Count, shown: number): Count => ({
  count: isMore ? Math.max(count, shown) : count,
  isMore,
});

/** What the activity says about a filter: which filters were in use, without their values, which may name people. */
export const filtersIn = (filter: Filter) => ({
  filters: Object.keys(filter).filter((name) => filter[name] !== undefined),
});

/** The options of a choice, one of which may be chosen. */
export const optionsOf = <Option extends string>(options: readonly Option[], chosen: Option | undefined) =>
  options.map((option) => ({ option, isChosen: option === chosen }));
