import { type EntityManager } from 'typeorm';
import { queryPrepared } from '../platform/database/query-prepared.js';
import { type Statement } from '../platform/database/statements.js';
import { type Subject } from './domain/subject.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';

export const NO_ADDRESS = 'no webhook address set';

/** SQL for the bytes of a delivery `d` of the event `v`: the event's bytes with the delivery's own id inserted. */
export const DELIVERED_BODY = `case when d.webhook_id = v.id then v.body
  else overlay(v.body placing convert_to(d.webhook_id::text, 'UTF8') from ${'{"webhookId":"'.length + 1} for 36) end`;

export const ENDPOINT_DISABLED = 'the endpoint is disabled';
export const ENDPOINT_DELETED = 'the endpoint was deleted';

/** The era of this cluster and timeline: the last one recorded, or its successor, which `noteEra` then records. */
export const CURRENT_ERA = `(
  select e.era + case when e.system_identifier = c.system_identifier
      and e.timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8) then 0 else 1 end
  from (select * from webhook_event_eras order by era desc limit 1) e, pg_control_system() c)`;

const NOTE_ERA = `
  insert into webhook_event_eras (era, system_identifier, timeline)
  select ${CURRENT_ERA}, system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system()
  on conflict (era) do nothing`;

/** Records the present era if it is new, so that the next one gets another number. */
export async function noteEra(manager: EntityManager): Promise<void> {
  await manager.query(NOTE_ERA);
}

/** An event to record. */
export interface NewEvent {
  /** Contained in the body; also the webhookId of the delivery to the first endpoint. */
  id: string;
  organizationId: number;
  type: string;
  subject: Subject | null;
  /** The payload's `data` as JSON. */
  data: string;
  /** Only for this endpoint, whatever it has ticked; if null, for all that have ticked the type. */
  endpointId: number | null;
  /** Sent on demand: nothing has happened. */
  isTest: boolean;
}

export interface RecordedDelivery {
  id: string;
  endpointId: number;
  status: DeliveryStatus;
  /** Waits until its endpoint is resumed. */
  parked: boolean;
}

/**
 * The event and its deliveries. The rows of paused or held endpoints are locked, so they stay so until the
 * transaction ends, and resuming finds whatever was parked.
 */
const RECORD: Statement = {
  name: 'webhooks-record',
  text: `
  with paused as materialized (
    select id from webhook_endpoints where organization_id = $2 and (paused or held) order by id for share
  ), event as (
    insert into webhook_events (id, organization_id, era, xid, type, subject_kind, subject_id, is_test, body, created_at)
    select $1, $2, ${CURRENT_ERA}, pg_current_xact_id(), $3, $4, $5, $8,
      convert_to('{"webhookId":"' || $1::uuid || '","event":"' || $3 || '","createdAt":"'
        || to_char(now.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","organizationId":' || $2 || ',"data":' || $6::text || '}', 'UTF8'), now.at
    from (select app_now()::timestamptz(3) as at) now
    returning seq, created_at
  )
  insert into webhook_deliveries (organization_id, endpoint_id, event_seq, webhook_id, event, subject_kind, subject_id,
    is_test, status, failure_reason, parked, created_at)
  select $2, e.id, event.seq, case when e.is_first then $1 else gen_random_uuid() end, $3, $4, $5, $8,
    case when e.url is null then 'failed' else 'pending' end, case when e.url is null then '${NO_ADDRESS}' end,
    e.url is not null and e.id in (select id from paused), event.created_at
  from event, webhook_endpoints e
  where e.organization_id = $2 and not e.disabled and case when $7::bigint is null then $3 = any(e.events) else e.id = $7 end
  order by e.id
  returning id, endpoint_id as "endpointId", status, parked`,
};

/** Records an event and a delivery to each endpoint that receives it, in one statement. */
export function recordEvent(tx: EntityManager, event: NewEvent): Promise<RecordedDelivery[]> {
  const { id, organizationId, type, subject, data, endpointId, isTest } = event;
  return queryPrepared<RecordedDelivery>(tx, RECORD, [
    id,
    organizationId,
    type,
    subject?.kind ?? null,
    subject?.id ?? null,
    data,
    endpointId,
    isTest,
  ]);
}
