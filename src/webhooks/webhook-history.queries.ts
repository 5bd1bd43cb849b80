import { type Statement } from '../platform/database/statements.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { DELIVERED_BODY } from './webhook-event.queries.js';

export interface HistoryFilter {
  organizationId: number;
  event?: string;
  status?: DeliveryStatus;
  limit: number;
  offset: number;
}

/** A delivery with its latest attempt, whose columns are null before the first. */
export interface HistoryRow {
  id: string;
  event: string;
  webhookId: string;
  organizationId: number;
  endpointId: number | null;
  /** The `webhookId` of the delivery that this one replays. */
  replayOf: string | null;
  status: DeliveryStatus;
  body: Buffer;
  attempts: number;
  nextRetryAt: Date | null;
  failureReason: string | null;
  responseCode: number | null;
  responseBody: string | null;
  responseHeaders: Record<string, string> | null;
  deliveredAt: Date | null;
}

/** Nothing is due while the endpoint is paused or held, though the stored time of a retry stays for afterwards. */
const NEXT_RETRY_AT = `case when not exists (select from webhook_endpoints e
  where e.organization_id = d.organization_id and e.id = d.endpoint_id and (e.paused or e.held)) then d.next_retry_at end`;

/** Newest first. The page's ids are selected first, so that skipping rows reads only the index. */
function pageStatement(where: string, name: string, parameters: number): Statement {
  return {
    name: `list_webhook_deliveries_${name}`,
    text: `with page as materialized (
        select id from webhook_deliveries where ${where} order by created_at desc, seq desc
        limit $${parameters + 1} offset $${parameters + 2}
      )
      select d.id, d.event, d.webhook_id as "webhookId", d.organization_id as "organizationId",
        d.endpoint_id as "endpointId", d.replay_of as "replayOf", d.status, ${DELIVERED_BODY} as body, d.attempts, ${NEXT_RETRY_AT} as "nextRetryAt", d.failure_reason as "failureReason",
        a.response_code as "responseCode", a.response_body as "responseBody",
        a.response_headers as "responseHeaders", a.attempted_at as "deliveredAt"
      from webhook_deliveries d
        join webhook_events v on v.organization_id = d.organization_id and v.seq = d.event_seq
        left join webhook_attempts a on a.organization_id = d.organization_id and a.delivery_id = d.id and a.attempt = d.attempts
      where d.organization_id = $1 and d.id in (select id from page)
      order by d.created_at desc, d.seq desc`,
  };
}

/** The statements that read a page and count all matching deliveries, with the values of both. */
export function historyStatements(filter: HistoryFilter): {
  page: Statement;
  count: Statement;
  values: unknown[];
} {
  const given = (['event', 'status'] as const).filter((field) => filter[field] !== undefined);
  const where = ['organization_id = $1', ...given.map((field, index) => `${field} = $${index + 2}`)].join(
    ' and ',
  );
  const values = [filter.organizationId, ...given.map((field) => filter[field])];
  const name = given.join('_');
  return {
    page: pageStatement(where, name, values.length),
    count: {
      name: `count_webhook_deliveries_${name}`,
      text: `select count(*) as total from webhook_deliveries where ${where}`,
    },
    values,
  };
}
