import { isUUID } from 'class-validator';
import { parseId } from '../../common/ids.js';
import { type Statement } from '../../platform/templates/statement.js';
import { EVENT_TYPES, TEST_EVENT } from '../../webhooks/domain/event-types.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../webhooks/domain/subject.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../webhooks/domain/webhook-delivery.state.js';

export const BROWSED_EVENTS = [...EVENT_TYPES, TEST_EVENT];

/** The fields of the filter as its address has them; empty where nothing is asked for. */
export interface EnteredFilter {
  event: string;
  status: DeliveryStatus | '';
  /** An endpoint's id. */
  endpoint: string;
  from: string;
  to: string;
  webhookId: string;
  subject: SubjectKind | '';
  subjectId: string;
}

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

export interface ReadFilter {
  entered: EnteredFilter;
  filter: DeliveryFilter;
  /** What is wrong with a field, by its name; then the filter finds nothing. */
  problems: Partial<Record<keyof EnteredFilter, Statement>>;
}

/** No field has longer values. */
const MAX_LENGTH = 100;
/** A UTC minute, as time fields submit it. */
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const MINUTE_MS = 60_000;

/** Reads the filter of a list from its address. Unknown choices are left out, because old addresses may have them. */
export function readDeliveryFilter(query: Readonly<Record<string, unknown>>): ReadFilter {
  const entered = enteredIn(query);
  const { event, status, webhookId } = entered;
  const problems: ReadFilter['problems'] = {};
  const from = minuteOf(entered.from);
  const to = minuteOf(entered.to);
  if (from === 'wrong') problems.from = { key: 'dashboard.deliveries.wrongTime' };
  if (to === 'wrong') problems.to = { key: 'dashboard.deliveries.wrongTime' };
  const isBackwards = from instanceof Date && to instanceof Date && from > to;
  if (isBackwards) problems.to = { key: 'dashboard.deliveries.endsBefore' };
  if (webhookId !== '' && !isUUID(webhookId))
    problems.webhookId = { key: 'dashboard.deliveries.wrongWebhookId' };
  const subject = subjectIn(entered);
  if (subject === 'wrong') problems.subjectId = { key: 'dashboard.deliveries.wrongSubject' };
  const filter: DeliveryFilter = {
    event: event || undefined,
    status: status || undefined,
    endpointId: parseId(entered.endpoint) ?? undefined,
    webhookId: webhookId || undefined,
    subject: subject === 'wrong' ? undefined : subject,
    from: from === 'wrong' ? undefined : from,
    // All of the minute.
    until: to instanceof Date ? new Date(to.getTime() + MINUTE_MS) : undefined,
  };
  return { entered, filter, problems };
}

function enteredIn(query: Readonly<Record<string, unknown>>): EnteredFilter {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === 'string' && value.length <= MAX_LENGTH ? value.trim() : '';
  };
  const subjectId = text('subjectId');
  return {
    event: BROWSED_EVENTS.find((event) => event === query.event) ?? '',
    status: DELIVERY_STATUSES.find((status) => status === query.status) ?? '',
    endpoint: parseId(text('endpoint')) === null ? '' : text('endpoint'),
    from: text('from'),
    to: text('to'),
    webhookId: text('webhookId').toLowerCase(),
    // A kind alone finds nothing that the event does not find better.
    subject:
      subjectId === '' ? '' : (SUBJECT_KINDS.find((kind) => kind === query.subject) ?? SUBJECT_KINDS[0]),
    subjectId,
  };
}

function subjectIn({ subject, subjectId }: EnteredFilter): DeliveryFilter['subject'] | 'wrong' {
  if (subject === '') return undefined;
  const id = parseId(subjectId);
  return id === null ? 'wrong' : { kind: subject, id };
}

/** Undefined if it is not a time. */
function minuteOf(text: string): Date | 'wrong' | undefined {
  if (text === '') return undefined;
  const at = new Date(MINUTE.test(text) ? `${text}Z` : NaN);
  // 30 February is read as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : 'wrong';
}
