import { type Place, readPlace, writePlace } from '../../common/keyset.js';

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
    newest: place ? addressOf(address, filter) : null,
    older:
      found.length > PAGE_SIZE ? addressOf(address, { ...filter, before: writePlace(rows.at(-1)!) }) : null,
  };
}

function addressOf(address: string, filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return `${address}?${query.toString()}`;
}

/** The options of a choice, one of which may be chosen. */
export const optionsOf = <Option extends string>(options: readonly Option[], chosen: Option | undefined) =>
  options.map((option) => ({ option, isChosen: option === chosen }));

/** A text of a filter; undefined if it is empty or too long to match anything. */
export function searchText(value: unknown, max: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > max || text.includes('\0') || !text.isWellFormed() ? undefined : text;
}
