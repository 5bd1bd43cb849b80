import { type ListOrder, type SortField } from '../domain/list-order.js';
import { type RequestSearch } from '../domain/request-search.js';
import { conditionsOf, weekOf } from '../signature-list.queries.js';
import { type Condition, orderText } from './list-order.queries.js';
import { isOneOf, type OneOf } from './shown-requests.queries.js';

/** Sort fields for which an index has the requests of each week of sending. */
const INDEXED: readonly SortField[] = ['createdAt', 'updatedAt'];
/** The bounds of when requests were sent. */
export const SENT = ['sentFrom', 'sentUntil'] as const satisfies (keyof RequestSearch)[];

/**
 * Whether a list of some days is read week by week. Following the order itself, everything created or changed outside
 * these days might come first; only for newest first is it known that nothing is sent before it is created. The cancelled
 * are few enough to follow the order.
 */
export const isReadByWeek = (search: OneOf, { sortBy, sortOrder }: ListOrder) =>
  !search.isCancelled &&
  SENT.some((name) => search[name] !== undefined) &&
  INDEXED.includes(sortBy) &&
  !(sortBy === 'createdAt' && sortOrder === 'desc');

/**
 * The first ids of a list of days, with as many from each week as the list needs. Only weeks in which anything was
 * sent are read, so a day in the distant past or future adds none.
 * @param rows - the conditions of the search, tested row by row
 */
export function idsByWeek(
  search: OneOf,
  order: ListOrder,
  { part, limit, rows }: { part: Condition; limit: number; rows: (values: unknown[]) => string },
  values: unknown[],
): string {
  const bound = (at: Date | undefined) => (at === undefined ? '' : `, $${values.push(at)}::timestamptz`);
  const sent = `from signatures s where ${isOneOf(search)} and s.date_sent is not null`;
  const first = `greatest((select min(s.date_sent) ${sent})${bound(search.sentFrom)})`;
  const last = `least((select max(s.date_sent) ${sent})${bound(search.sentUntil)})`;
  const { sentFrom, sentUntil } = search;
  const days = conditionsOf({ sentFrom, sentUntil }, values).conditions;
  const inOrder = `order by ${orderText(order)}`;
  const most = `limit $${values.push(limit)}`;
  return `select s.id from generate_series(${weekOf(first)}, ${last}, interval '168 hours') week cross join lateral (
      select s.* from (
        select s.* ${sent} and ${weekOf('s.date_sent')} = week${days}${part(values)} ${inOrder} offset 0
      ) s where true${rows(values)} ${inOrder} ${most}
    ) s ${inOrder} ${most}`;
}
