import { beginDisruption } from '../../../src/platform/disruptions/disruption.queries.js';
import { findEndpoint } from '../../../src/webhooks/webhook-endpoint.queries.js';
import { WebhookEndpointsService } from '../../../src/webhooks/webhook-endpoints.service.js';
import { type SharedTestApp, type TestOrganization } from '../app.js';

/** Ids of deliveries. */
export interface DeliveriesOfOffice {
  /** The second endpoint. */
  furtherEndpoint: number;
  /** The replay of a day's failures, which is under way. */
  replay: string;
  /** The third endpoint, which is down and on hold. */
  heldEndpoint: number;
  delivered: string;
  /** Failed five times, each time with a long answer. */
  failed: string;
  /** Failed once, then three times while its endpoint was on hold, and will be sent again in some minutes. */
  waiting: string;
}

const RECEIVER = 'https://hooks.kancelaria.example/v2/countersign/events?tenant=zolc';
const WEBHOOK_ID = '0f0e4f43-6f6e-4f2c-9a8e-6a7f1f1f6f4e';
const BODY = JSON.stringify({
  webhookId: WEBHOOK_ID,
  event: 'signature.completed',
  data: {
    id: 4711,
    type: 'advanced',
    status: 'completed',
    senderName: 'Kancelaria Żółć & Partners',
    subject: 'Umowa najmu – Lease agreement',
    messageContent: 'Please read the lease and sign it until Friday.',
    originalDocumentName: 'Umowa najmu – Lease agreement 2031',
    signers: Array.from({ length: 4 }, (_, index) => ({
      id: index,
      email: `signer-${index}@signers.test`,
      name: 'Małgorzata Kowalczyk-Wiśniewska',
      status: 'signed',
    })),
    metadata: { contract: 'KZ/2031/0417', cost_centre: '4400', reference: 'a'.repeat(64) },
  },
});
/** A typical error page of a proxy, and JSON with many quotes, both longer than a page shows. */
const ANSWER = JSON.stringify({
  errors: Array.from({ length: 400 }, (_, line) => ({ line, code: 'upstream', message: 'no "answer"' })),
});
const REQUEST_HEADERS = {
  'Content-Type': 'application/json',
  'User-Agent': 'Countersign/0.1',
  'X-Service-Attempt': '1',
};
const HEADERS = {
  date: 'Mon, 14 Apr 2031 09:12:44 GMT',
  'content-type': 'application/json',
  server: 'nginx/1.27',
};

const MANY = `
  with event as (
    insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
    values ($3, $1, 1, '3', 'signature.completed', convert_to($2, 'UTF8'), app_now()) returning seq)
  insert into webhook_deliveries (organization_id, endpoint_id, webhook_id, event, event_seq, status, attempts,
    failure_reason, subject_kind, subject_id, next_retry_at, created_at)
  select $1, (select id from webhook_endpoints where organization_id = $1 and is_first), gen_random_uuid(),
    (array['signature.created', 'signature.completed', 'identity_verification.completed'])[1 + n % 3], seq, status, case status when 'failed' then 5 else 1 end,
    case when status <> 'success' then 'HTTP 503' end, 'signature', 4000 + n,
    case status when 'pending' then app_now() + interval '4 minutes' end, app_now() - n * interval '40 minutes'
  from event, generate_series(1, 60) n,
    lateral (select case when n = 1 then 'pending' when n % 9 = 3 then 'failed' else 'success' end as status) as chosen
  returning id, status`;

const ATTEMPTS = `
  insert into webhook_attempts (organization_id, delivery_id, attempt, url, request_headers, response_code, response_body,
    response_headers, failure_reason, duration_ms, attempted_at)
  select organization_id, id, n, $2, $3, case status when 'success' then 200 else 503 end,
    case status when 'success' then '{"ok":true}' else $4 end, $5, case when status <> 'success' then 'HTTP 503' end,
    180 + n, created_at + n * interval '5 minutes'
  from webhook_deliveries, generate_series(1, attempts) n where organization_id = $1`;

const DAYS = `
  insert into webhook_endpoint_days (organization_id, endpoint_id, day, delivered, failed)
  select $1, id, (app_now() at time zone 'UTC')::date - ago, 60 + ago * 13 % 37, ago * 5 % 7
  from webhook_endpoints, generate_series(0, 29) ago where organization_id = $1`;

const REPLAY = `
  insert into webhook_replays (organization_id, id, recorded_from, recorded_until, replayed)
  values ($1, gen_random_uuid(), app_now() - interval '2 days', app_now() - interval '1 day', 1234) returning id`;

const HOLD = `
  update webhook_endpoints set held = true, state_since = app_now() - interval '3 hours',
    next_probe_at = app_now() + interval '42 seconds'
  where organization_id = $1 and id = $2`;

const PROBES = `
  insert into webhook_probes (organization_id, delivery_id, url, request_headers, response_code, failure_reason,
    duration_ms, first_byte_ms, attempted_at)
  select $1, $2, 'https://127.0.0.1:1/hook', '{"Content-Type": "application/json"}', 503, 'HTTP 503', 200 + n, 190,
    app_now() - n * interval '1 minute' from generate_series(3, 1, -1) n`;

export async function makeDeliveries(
  { app, dataSource }: SharedTestApp,
  { organizationId }: TestOrganization,
): Promise<DeliveriesOfOffice> {
  const endpoints = app.get(WebhookEndpointsService, { strict: false });
  await endpoints.setUrl({
    organizationId,
    url: 'https://127.0.0.1:1/hook',
    events: ['signature.completed'],
  });
  const { endpointId: furtherEndpoint } = await endpoints.add({
    organizationId,
    label: 'Archive of the harbour',
    url: 'https://127.0.0.1:1/archive',
    events: ['signature.completed', 'signature.rejected'],
  });
  const { endpointId: heldEndpoint } = await endpoints.add({
    organizationId,
    label: 'Accounting, which is being moved',
    url: 'https://127.0.0.1:1/accounting',
    holdsWhenDown: true,
  });
  await dataSource.query(HOLD, [organizationId, heldEndpoint]);
  const made = await dataSource.query<{ id: string; status: string }[]>(MANY, [
    organizationId,
    BODY,
    WEBHOOK_ID,
  ]);
  await dataSource.query(ATTEMPTS, [organizationId, RECEIVER, REQUEST_HEADERS, ANSWER, HEADERS]);
  await dataSource.query(DAYS, [organizationId]);
  const first = await findEndpoint(dataSource.manager, organizationId);
  await beginDisruption(dataSource.manager, organizationId, 'endpoint', first!.id);
  const [replay] = await dataSource.query<[{ id: string }]>(REPLAY, [organizationId]);
  const one = (wanted: string) => made.find(({ status }) => status === wanted)!.id;
  const waiting = one('pending');
  await dataSource.query(PROBES, [organizationId, waiting]);
  return {
    furtherEndpoint,
    heldEndpoint,
    replay: replay.id,
    delivered: one('success'),
    failed: one('failed'),
    waiting,
  };
}
