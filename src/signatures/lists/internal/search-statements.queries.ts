import { UNSENT_STATUSES } from '../../domain/signature.state.js';
import type { ListOrder } from '../domain/list-order.js';
import { type RequestSearch } from '../domain/request-search.js';
import { conditionsOf } from '../signature-list.queries.js';
import { type Condition, orderText } from './list-order.queries.js';
import { SENT } from './sent-weeks.queries.js';
import { isOneOf, type OneOf } from './shown-requests.queries.js';

/** Filters with their own index. A search starts there if they match few requests. */
const SOURCES = {
  id: ['id'],
  recipients: ['recipients'],
  address: ['address'],
  days: [...SENT],
  statuses: ['statuses'],
  texts: ['subject', 'fileName', 'text'],
} satisfies Record<string, (keyof RequestSearch)[]>;

export type Source = keyof typeof SOURCES;
/** Sources that are counted before they are read. */
export type CountedSource = 'recipients' | 'address' | 'days' | 'statuses';

/** Conditions on people, by the indexes of their addresses, and of the names of signers. */
const OF_PEOPLE = {
  recipients: (p: string) => `g.organization_id = $1 and g.email_key = any(${p})`,
  address: (p: string) => `g.organization_id = $1 and g.email_key like ${p}`,
  name: (p: string) => `g.organization_id = $1 and lower(g.name) like lower(${p})`,
};

const idsOfSigners = (condition: string) =>
  `select g.signature_id from signature_signers g where ${condition}`;

/** Those who do not sign are found by their addresses as well. */
const idsOfPeople = (condition: string) => `${idsOfSigners(condition)}
  union all select g.signature_id from request_recipients g where ${condition} and g.removed_at is null`;

/** An array is looked up in table order; a join would not be. */
const fromIndex = (search: OneOf) => ({
  id: (p: string) => `s.id = ${p}`,
  statuses: (p: string) => `s.status = any(${p})`,
  recipients: (p: string) => `s.id = any(array(${idsOfPeople(OF_PEOPLE.recipients(p))}))`,
  address: (p: string) => `s.id = any(array(${idsOfPeople(OF_PEOPLE.address(p))}))`,
  text: (p: string) => `s.id = any(array(
    select s.id from signatures s where ${isOneOf(search)} and lower(s.subject) like lower(${p})
    union all
    select s.id from signatures s where ${isOneOf(search)} and lower(s.original_document_name) like lower(${p})
    union all ${idsOfSigners(OF_PEOPLE.name(p))}))`,
});

/** Whether a request has a signer like this; unlike `exists`, never read for all requests at once. */
const ofItsSigners = (condition: string) =>
  `(select true from signature_signers g where g.signature_id = s.id and ${condition} limit 1)`;

const ofItsPeople = (condition: string) => `coalesce(${ofItsSigners(condition)}, (
  select true from request_recipients g
  where g.signature_id = s.id and ${condition} and g.removed_at is null limit 1))`;

/**
 * Conditions tested row by row. Otherwise, PostgreSQL would test equalities last, after the texts, and read all
 * signers with an address before joining them. `ilike` compares like the API's list, but does not use the text index.
 */
const ROW_BY_ROW = {
  id: (p: string) => `s.id = ${p}`,
  statuses: (p: string) => `s.status = any(${p})`,
  type: (p: string) => `s.type = any(array[${p}])`,
  recipients: (p: string) => ofItsPeople(OF_PEOPLE.recipients(p)),
  address: (p: string) => ofItsPeople(OF_PEOPLE.address(p)),
  subject: (p: string) => `s.subject ilike ${p}`,
  fileName: (p: string) => `s.original_document_name ilike ${p}`,
  text: (p: string) => `(s.subject ilike ${p} or s.original_document_name ilike ${p}
    or ${ofItsSigners(`g.organization_id = $1 and g.name ilike ${p}`)})`,
};

/** Whether a search asks for the sending days of unsent requests. */
export const isNeverSent = (search: RequestSearch) =>
  uses(search, 'days') && search.statuses?.every((status) => UNSENT_STATUSES.includes(status)) === true;

/** Whether a search has a filter of this source. */
export const uses = (search: RequestSearch, source: Source) =>
  SOURCES[source].some((name) => search[name] !== undefined);

const only = (search: RequestSearch, names: (keyof RequestSearch)[]) =>
  Object.fromEntries(names.map((name) => [name, search[name]])) as Partial<RequestSearch>;

const without = (search: RequestSearch, names: (keyof RequestSearch)[]): RequestSearch => ({
  ...search,
  ...(Object.fromEntries(names.map((name) => [name, undefined])) as Partial<RequestSearch>),
});

// The functions below write parts of statements and add their parameters to `values`, the first of which is the
// organization.

/** All of a source's candidates for a search, read only from its index. */
export function candidatesText(search: OneOf, source: CountedSource, values: unknown[]): string {
  const wanted = only(search, SOURCES[source]);
  if (source === 'recipients' || source === 'address')
    return idsOfPeople(`true${conditionsOf(wanted, values, OF_PEOPLE).conditions}`);
  const { conditions } = conditionsOf(wanted, values, fromIndex(search));
  return `select from signatures s where ${isOneOf(search)}${conditions}`;
}

/** All matches, found from a source. The offset keeps the outer query from changing how they are read. */
export function foundText(search: OneOf, source: Source, values: unknown[]): string {
  const { conditions } = conditionsOf(only(search, SOURCES[source]), values, fromIndex(search));
  return `select s.id, s.created_at, s.updated_at, s.date_sent from signatures s
    where ${isOneOf(search)}${conditions}${rowText(without(search, SOURCES[source]), values)} offset 0`;
}

/** All conditions of a search, tested row by row. */
export const rowText = (search: Partial<RequestSearch>, values: unknown[]) =>
  conditionsOf(search, values, ROW_BY_ROW).conditions;

/** Only a search's text conditions, tested row by row. */
export const textsText = (search: RequestSearch, values: unknown[]) =>
  rowText(only(search, SOURCES.texts), values);

/**
 * All requests of a part, in order. Outer conditions cannot change the reading order: PostgreSQL reads as many as
 * needed, or up to `most`.
 */
export function alongText(
  search: OneOf,
  { order, part }: { order: ListOrder; part: Condition },
  values: unknown[],
  most?: number,
): string {
  const from = `${isOneOf(search)}${beginningText(search, order, values)}${part(values)}`;
  const end = most === undefined ? 'offset 0' : `limit $${values.push(most)}`;
  return `select s.* from signatures s where ${from} order by ${orderText(order)} ${end}`;
}

/**
 * Where the days of a search begin in an order. For creation, newest first, it relies on requests being sent after
 * creation, with a day's margin for clocks set back in between.
 */
function beginningText(search: RequestSearch, { sortBy, sortOrder }: ListOrder, values: unknown[]): string {
  if (sortBy === 'dateSent')
    return conditionsOf(only(search, SOURCES.days), values).conditions + sentText(search.statuses);
  if (sortBy !== 'createdAt' || sortOrder === 'asc') return '';
  const { sentUntil } = search;
  if (sentUntil === undefined) return '';
  return ` and s.created_at < $${values.push(sentUntil)}::timestamptz + interval '1 day'`;
}

/** What statuses imply about the sending time that sorts the list. Expired requests may never have been sent. */
function sentText(statuses: RequestSearch['statuses'] = []): string {
  const [first] = statuses;
  if (first === undefined || statuses.includes('expired')) return '';
  const isUnsent = UNSENT_STATUSES.includes(first);
  if (statuses.some((status) => UNSENT_STATUSES.includes(status) !== isUnsent)) return '';
  return isUnsent ? ' and s.date_sent is null' : ' and s.date_sent is not null';
}
