import type { ListOrder } from './domain/list-order.js';
import { UNSENT_STATUSES } from './domain/signature.state.js';
import { type Condition, orderText } from './list-order.queries.js';
import { DAYS } from './sent-weeks.queries.js';
import { conditionsOf, endOfDay, LIVE, type SignatureSearch } from './signature-list.queries.js';

/** The filters with an index of their own. A search begins there if they match few requests. */
const SOURCES = {
  recipients: ['recipients'],
  days: [...DAYS],
  texts: ['subject', 'fileName'],
} satisfies Record<string, (keyof SignatureSearch)[]>;

export type Source = keyof typeof SOURCES;

/** An array is looked up in the order of the table; a join would not be. */
const FROM_INDEX = {
  recipients: (p: string) => `s.id = any(array(select g.signature_id from signature_signers g
    where g.organization_id = $1 and g.email_key = any(${p})))`,
};

/**
 * For one row after another. PostgreSQL would compare what equals something last, after the texts, and read all signers
 * with an address before it joins them. `ilike` compares as the API's list does, but does not use the index of texts.
 */
const ROW_BY_ROW = {
  status: (p: string) => `s.status = any(array[${p}])`,
  type: (p: string) => `s.type = any(array[${p}])`,
  recipients: (p: string) => `(select true from signature_signers g where g.signature_id = s.id
    and g.organization_id = $1 and g.email_key = any(${p}) limit 1)`,
  subject: (p: string) => `s.subject ilike ${p}`,
  fileName: (p: string) => `s.original_document_name ilike ${p}`,
};

/** Whether a search asks for the days on which something was sent that was not. */
export const isNeverSent = (search: SignatureSearch) =>
  uses(search, 'days') && search.status !== undefined && UNSENT_STATUSES.includes(search.status);

/** Whether a search has a filter of this source. */
export const uses = (search: SignatureSearch, source: Source) =>
  SOURCES[source].some((name) => search[name] !== undefined);

const only = (search: SignatureSearch, names: (keyof SignatureSearch)[]) =>
  Object.fromEntries(names.map((name) => [name, search[name]])) as Partial<SignatureSearch>;

const without = (search: SignatureSearch, names: (keyof SignatureSearch)[]): SignatureSearch => ({
  ...search,
  ...(Object.fromEntries(names.map((name) => [name, undefined])) as Partial<SignatureSearch>),
});

// What follows writes parts of statements, and adds their parameters to `values`, the first of which is the organization.

/** All that a source has for a search, read from its index alone. */
export function candidatesText(
  search: SignatureSearch,
  source: 'recipients' | 'days',
  values: unknown[],
): string {
  if (source === 'recipients')
    return `select from signature_signers g
      where g.organization_id = $1 and g.email_key = any($${values.push(search.recipients)})`;
  return `select from signatures s where ${LIVE}${conditionsOf(only(search, SOURCES.days), values).conditions}`;
}

/** Everything that matches, found from a source. With the offset, what is done with it does not change how it is read. */
export function foundText(search: SignatureSearch, source: Source, values: unknown[]): string {
  const { conditions } = conditionsOf(only(search, SOURCES[source]), values, FROM_INDEX);
  return `select s.id, s.created_at, s.updated_at, s.date_sent from signatures s
    where ${LIVE}${conditions}${rowText(without(search, SOURCES[source]), values)} offset 0`;
}

/** All that a search says, for one row after another. */
export const rowText = (search: Partial<SignatureSearch>, values: unknown[]) =>
  conditionsOf(search, values, ROW_BY_ROW).conditions;

/** Only what a search says of texts, for one row after another. */
export const textsText = (search: SignatureSearch, values: unknown[]) =>
  rowText(only(search, SOURCES.texts), values);

/**
 * The requests of a part in their order, whatever they are. Conditions outside cannot change the order in which they are
 * read: PostgreSQL reads as many as it takes, or up to `most`.
 */
export function alongText(
  search: SignatureSearch,
  { order, part }: { order: ListOrder; part: Condition },
  values: unknown[],
  most?: number,
): string {
  const from = `${LIVE}${beginningText(search, order, values)}${part(values)}`;
  const end = most === undefined ? 'offset 0' : `limit $${values.push(most)}`;
  return `select s.* from signatures s where ${from} order by ${orderText(order)} ${end}`;
}

/**
 * Where the days of a search begin in an order. In that of creation, the newest first, nothing is sent before it is made;
 * a day more, for clocks that were set back in between.
 */
function beginningText(search: SignatureSearch, { sortBy, sortOrder }: ListOrder, values: unknown[]): string {
  if (sortBy === 'dateSent')
    return conditionsOf(only(search, SOURCES.days), values).conditions + sentText(search.status);
  if (sortBy !== 'createdAt' || sortOrder === 'asc') return '';
  return [search.date, search.dateTo]
    .filter((day) => day !== undefined)
    .map((day) => ` and s.created_at < ${endOfDay(`$${values.push(day)}`)} + interval '1 day'`)
    .join('');
}

/** What a status says about the time of sending, by which the list is sorted. What has expired may have waited for it. */
function sentText(status: SignatureSearch['status']): string {
  if (status === undefined || status === 'expired') return '';
  return UNSENT_STATUSES.includes(status) ? ' and s.date_sent is null' : ' and s.date_sent is not null';
}
