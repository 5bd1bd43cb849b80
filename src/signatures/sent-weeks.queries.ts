import { type ListOrder, type SortField } from './domain/list-order.js';
import { type Condition, orderText } from './list-order.queries.js';
import { conditionsOf, day, endOfDay, LIVE, type SignatureSearch, weekOf } from './signature-list.queries.js';

/** The orders in which each week of sending has its requests in an index. */
const INDEXED: readonly SortField[] = ['createdAt', 'updatedAt'];
/** The days of a search. */
export const DAYS = ['date', 'dateFrom', 'dateTo'] as const satisfies (keyof SignatureSearch)[];

/**
 * Whether a list of days is read week by week. Along the order itself, everything that was created or changed outside
 * these days might come first; only of the newest it is known that nothing is sent before it is made.
 */
export const isReadByWeek = (search: SignatureSearch, { sortBy, sortOrder }: ListOrder) =>
  DAYS.some((name) => search[name] !== undefined) &&
  INDEXED.includes(sortBy) &&
  !(sortBy === 'createdAt' && sortOrder === 'desc');

/**
 * The first ids of a list of days, of which each week gives as many as the list needs. The weeks are those in which
 * anything was sent, so that a day in a distant past or future adds none.
 * @param rows - the conditions of the search, for one row after another
 */
export function idsByWeek(
  search: SignatureSearch,
  order: ListOrder,
  { part, limit, rows }: { part: Condition; limit: number; rows: (values: unknown[]) => string },
  values: unknown[],
): string {
  const bounds = (names: readonly (typeof DAYS)[number][], write: (parameter: string) => string) =>
    names
      .filter((name) => search[name] !== undefined)
      .map((name) => `, ${write(`$${values.push(search[name])}`)}`)
      .join('');
  const sent = `from signatures s where ${LIVE} and s.date_sent is not null`;
  const first = `greatest((select min(s.date_sent) ${sent})${bounds(['date', 'dateFrom'], day)})`;
  const last = `least((select max(s.date_sent) ${sent})${bounds(['date', 'dateTo'], endOfDay)})`;
  const { date, dateFrom, dateTo } = search;
  const days = conditionsOf({ date, dateFrom, dateTo }, values).conditions;
  const inOrder = `order by ${orderText(order)}`;
  const most = `limit $${values.push(limit)}`;
  return `select s.id from generate_series(${weekOf(first)}, ${last}, interval '168 hours') week cross join lateral (
      select s.* from (
        select s.* ${sent} and ${weekOf('s.date_sent')} = week${days}${part(values)} ${inOrder} offset 0
      ) s where true${rows(values)} ${inOrder} ${most}
    ) s ${inOrder} ${most}`;
}
