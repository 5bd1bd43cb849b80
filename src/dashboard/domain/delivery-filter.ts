import { isUUID } from 'class-validator';
import { parseId } from '../../common/ids.js';
import { EVENT_TYPES, TEST_EVENT } from '../../webhooks/domain/event-types.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../webhooks/domain/subject.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../webhooks/domain/webhook-delivery.state.js';
import { FilterFields, type ReadFilter } from './filter-fields.js';

export const BROWSED_EVENTS = [...EVENT_TYPES, TEST_EVENT];

/** The fields of the filter in its address. */
type Field = 'event' | 'status' | 'endpoint' | 'from' | 'to' | 'webhookId' | 'subject' | 'subjectId';

/** What the filter asks for. */
export interface DeliveryFilter {
  event?: string;
  status?: DeliveryStatus;
  endpointId?: number;
  webhookId?: string;
  subject?: { kind: SubjectKind; id: number };
  /** From then on, and before then. */
  from?: Date;
  until?: Date;
}

export type ReadDeliveryFilter = ReadFilter<DeliveryFilter, Field>;

/** A UTC minute, as time fields submit it. */
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const MINUTE_MS = 60_000;

/** Reads the filter of a list from its address. */
export function readDeliveryFilter(query: Readonly<Record<string, unknown>>): ReadDeliveryFilter {
  const fields = new FilterFields<Field>(query);
  const wrongTime = { key: 'dashboard.deliveries.wrongTime' };
  const from = fields.parsed('from', minuteOf, wrongTime);
  const to = fields.parsed('to', minuteOf, wrongTime);
  if (from && to && from > to) fields.refuse('to', { key: 'dashboard.list.endsBefore' });
  return fields.read({
    event: fields.choice('event', BROWSED_EVENTS),
    status: fields.choice('status', DELIVERY_STATUSES),
    endpointId: fields.chosenId('endpoint'),
    webhookId: fields.parsed('webhookId', uuidOf, { key: 'dashboard.deliveries.wrongWebhookId' }),
    subject: subjectIn(fields),
    from,
    // All of the minute.
    until: to && new Date(to.getTime() + MINUTE_MS),
  });
}

/** A kind alone finds nothing that the event does not find better, so it is left out. */
function subjectIn(fields: FilterFields<Field>): DeliveryFilter['subject'] {
  const id = fields.parsed('subjectId', parseId, { key: 'dashboard.deliveries.wrongSubject' });
  if (!fields.has('subjectId')) return undefined;
  const kind = fields.choice('subject', SUBJECT_KINDS) ?? SUBJECT_KINDS[0];
  return id === undefined ? undefined : { kind, id };
}

const uuidOf = (text: string) => (isUUID(text) ? text.toLowerCase() : null);

/** Null if it is not a time. */
function minuteOf(text: string): Date | null {
  const at = new Date(MINUTE.test(text) ? `${text}Z` : NaN);
  // 30 February is read as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : null;
}
