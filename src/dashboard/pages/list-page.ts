import { type Place, readPlace, writePlace } from '../../common/keyset.js';
import { queryOf } from '../domain/address-query.js';

export const PAGE_SIZE = 50;
/** More matches are not counted. */
export const MOST_COUNTED = 10_000;

/** A query parameter of a filter; those without a value are left out of addresses. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** The part of a list that a page shows, and the ways to the others. */
export interface ListPage<Row> {
  rows: Row[];
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
  isFiltered: boolean;
  /** Addresses of the list's beginning and of the next part; null if this is it. */
  newest: string | null;
  older: string | null;
  /** The filter as the query of an address; empty, or with its question mark. */
  query: string;
}

/**
 * One page of a list, newest first.
 * @param read - reads the rows after a place, up to a number
 * @param count - counts the matches, up to a number
 */
export async function listPage<Row extends Place>(
  { address, filter, before }: { address: string; filter: Filter; before: unknown },
  read: (before: Place | undefined, limit: number) => Promise<Row[]>,
  count: (most: number) => Promise<number>,
): Promise<ListPage<Row>> {
  const place = readPlace(before);
  const [found, matches] = await Promise.all([read(place, PAGE_SIZE + 1), count(MOST_COUNTED + 1)]);
  const rows = found.slice(0, PAGE_SIZE);
  return {
    rows,
    count: Math.min(matches, MOST_COUNTED),
    isMore: matches > MOST_COUNTED,
    isFiltered: Object.values(filter).some((value) => value !== undefined),
    newest: place ? address + queryOf(filter) : null,
    older:
      found.length > PAGE_SIZE ? address + queryOf({ ...filter, before: writePlace(rows.at(-1)!) }) : null,
    query: queryOf(filter),
  };
}

/** What the activity says of a filter: which filters were in use, without their values, which may name people. */
export const filtersIn = (filter: Filter) => ({
  filters: Object.keys(filter).filter((name) => filter[name] !== undefined),
});

/** The options of a choice, one of which may be chosen. */
export const optionsOf = <Option extends string>(options: readonly Option[], chosen: Option | undefined) =>
  options.map((option) => ({ option, isChosen: option === chosen }));
