import { isUUID } from 'class-validator';
import { parseId } from '../../common/ids.js';
import { instantAt } from '../../common/time-zones.js';
import { EVENT_TYPES, TEST_EVENT } from '../../webhooks/domain/event-types.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../webhooks/domain/subject.js';
import { type DeliveryStatus } from '../../webhooks/domain/webhook-delivery.state.js';
import { type DeliveryPlace, readPlace } from './delivery-place.js';
import { FilterFields, type ReadFilter } from './filter-fields.js';
import { MAX_SOUGHT } from './sought.js';

export const BROWSED_EVENTS = [...EVENT_TYPES, TEST_EVENT];

/** The parameters of the list's address. */
export const DELIVERY_FIELDS = [
  'q',
  'event',
  'status',
  'endpoint',
  'from',
  'to',
  'webhookId',
  'subject',
  'subjectId',
  'before',
] as const;
type Field = (typeof DELIVERY_FIELDS)[number];

/** A waiting delivery that has been attempted is retrying; the others wait for their first attempt. */
export const SHOWN_STATUSES = ['success', 'failed', 'retrying', 'pending'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** The status as shown. */
export const shownStatus = ({
  status,
  attempts,
}: {
  status: DeliveryStatus;
  attempts: number;
}): ShownStatus => (status === 'pending' && attempts > 0 ? 'retrying' : status);

/** The filter's conditions. `pending` includes `retrying`. */
export interface DeliveryFilter {
  event?: string;
  /** Any of these: those that contain the text that is searched for. */
  events?: string[];
  status?: ShownStatus;
  endpointId?: number;
  webhookId?: string;
  /** What the event is about; without a kind, any with this id. */
  subject?: { kind?: SubjectKind; id: number };
  /** Start included, end excluded. */
  from?: Date;
  until?: Date;
}

export type ReadDeliveryFilter = ReadFilter<DeliveryFilter, Field> & { before?: DeliveryPlace };

const MINUTE_MS = 60_000;

/**
 * Reads the filter of a list from its address.
 * @param timeZone - of the times
 * @param endpointIds - of all endpoints, also deleted ones
 */
export function readDeliveryFilter(
  query: Readonly<Record<string, unknown>>,
  timeZone: string,
  endpointIds: readonly number[],
): ReadDeliveryFilter {
  const fields = new FilterFields<Field>(query);
  const endpoint = fields.option('endpoint', endpointIds.map(String));
  const wrongTime = { key: 'dashboard.deliveries.wrongTime' };
  const minuteOf = (text: string) => instantAt(text, timeZone);
  const from = fields.parsed('from', minuteOf, wrongTime);
  const to = fields.parsed('to', minuteOf, wrongTime);
  if (from && to && from > to) fields.refuse('to', { key: 'dashboard.list.endsBefore' });
  const wrongSought = { key: 'dashboard.deliveries.wrongSought' };
  const typed = fields.text('q', MAX_SOUGHT);
  const sought = typed === undefined ? undefined : soughtOf(typed);
  const before = fields.place('before', readPlace);
  const read = fields.read({
    event: fields.option('event', BROWSED_EVENTS),
    events: sought?.events,
    status: fields.option('status', SHOWN_STATUSES),
    endpointId: endpoint === undefined ? undefined : Number(endpoint),
    webhookId: fields.parsed('webhookId', uuidOf, wrongSought) ?? sought?.webhookId,
    subject: subjectIn(fields) ?? sought?.subject,
    from,
    // Includes the whole minute.
    until: to && new Date(to.getTime() + MINUTE_MS),
  });
  return { ...read, before };
}

/** The subject that a link leads to. A kind alone finds nothing: the event filter is the better way to it. */
function subjectIn(fields: FilterFields<Field>): DeliveryFilter['subject'] {
  const id = fields.parsed('subjectId', parseId, { key: 'dashboard.deliveries.wrongSought' });
  const kind = fields.option('subject', SUBJECT_KINDS);
  if (id !== undefined) return { kind, id };
  if (kind !== undefined) fields.refuseUnknown('subject', kind);
  return undefined;
}

const uuidOf = (text: string) => (isUUID(text) ? text.toLowerCase() : null);

/** A UUID is a webhookId, digits are the id of what an event is about, and anything else is a part of its type. */
function soughtOf(text: string): Pick<DeliveryFilter, 'webhookId' | 'subject' | 'events'> {
  const webhookId = uuidOf(text);
  if (webhookId !== null) return { webhookId };
  const id = parseId(text.replace(/^#/, ''));
  if (id !== null) return { subject: { id } };
  const part = text.toLowerCase();
  return { events: BROWSED_EVENTS.filter((event) => event.includes(part)) };
}
