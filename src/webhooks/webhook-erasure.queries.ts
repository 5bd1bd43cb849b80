import { type EntityManager } from 'typeorm';
import { type Subject } from './domain/subject.js';

const isoOf = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Keeps the event's envelope, so that a delivery's id still fits in its place. */
const ERASE_EVENTS = `
  update webhook_events v set erased_at = now.at,
    body = convert_to('{"webhookId":"' || v.id || '","event":"' || v.type || '","createdAt":"' || ${isoOf('v.created_at')}
      || '","organizationId":' || v.organization_id || ',"data":{"id":' || v.subject_id || ',"erased":true,"erasedAt":"'
      || ${isoOf('now.at')} || '"}}', 'UTF8')
  from (select app_now()::timestamptz(3) as at) now
  where v.organization_id = $1 and v.subject_kind = $2 and v.subject_id = $3 and v.erased_at is null`;

/** Replaces what events say about a subject with a tombstone. */
export async function eraseEvents(
  tx: EntityManager,
  organizationId: number,
  { kind, id }: Subject,
): Promise<void> {
  await tx.query(ERASE_EVENTS, [organizationId, kind, id]);
}

const ERASE_ANSWERS = `
  update webhook_attempts a set response_headers = '{}',
    response_body = case when a.response_body = '' then '' else 'erased' end
  from webhook_deliveries d
  where d.organization_id = $1 and d.subject_kind = $2 and d.subject_id = $3
    and a.organization_id = d.organization_id and a.delivery_id = d.id`;

/** Erases receivers' answers to events about a subject, because answers can repeat them. */
export async function eraseAnswers(
  tx: EntityManager,
  organizationId: number,
  { kind, id }: Subject,
): Promise<void> {
  await tx.query(ERASE_ANSWERS, [organizationId, kind, id]);
}
