import { randomUUID } from 'node:crypto';
import { type Client, type Pool } from 'pg';
import { type Dispatcher, request } from 'undici';
import {
  newKeyPair,
  readSecretKey,
  signBody,
  signV1,
  signV1a,
} from '../../src/webhooks/domain/webhook-signature.js';
import { type Arrival } from '../deliveries/receivers.js';

// The deliveries of the peers, in tables with nothing but what a delivery needs: the queues differ, the work does not.

const TIMEOUT_MS = 30_000;

const TABLES = `
  create table peer_endpoints (
    id bigint generated always as identity primary key,
    url text not null unique,
    secret text not null,
    secret_key text not null);
  create table peer_deliveries (
    id uuid primary key,
    endpoint_id bigint not null references peer_endpoints,
    body bytea not null,
    status text not null default 'pending',
    attempts integer not null default 0);
  create table peer_attempts (
    delivery_id uuid not null references peer_deliveries,
    attempt integer not null,
    url text not null,
    request_headers jsonb not null,
    response_code integer,
    response_body text,
    response_headers jsonb,
    failure_reason text,
    duration_ms integer not null,
    attempted_at timestamptz not null default now(),
    primary key (delivery_id, attempt))`;

/** Creates the tables, with an endpoint for each address of the arrivals. */
export async function createPeerTables(client: Client, arrivals: readonly Arrival[]): Promise<void> {
  await client.query(TABLES);
  for (const url of new Set(arrivals.map((arrival) => arrival.url)))
    await client.query('insert into peer_endpoints (url, secret, secret_key) values ($1, $2, $3)', [
      url,
      `whsec_${randomUUID()}`,
      newKeyPair().secretKey,
    ]);
}

/** Adds a delivery with the body and the address of each arrival. @returns their ids */
export async function addPeerDeliveries(client: Client, arrivals: readonly Arrival[]): Promise<string[]> {
  const deliveries = arrivals.map(({ url, body }) => ({ id: randomUUID(), url, body }));
  await client.query(
    `insert into peer_deliveries (id, endpoint_id, body)
     select d.id, e.id, convert_to(d.body, 'UTF8')
     from json_to_recordset($1) as d (id uuid, url text, body text) join peer_endpoints e using (url)`,
    [JSON.stringify(deliveries)],
  );
  return deliveries.map(({ id }) => id);
}

interface Due {
  body: Buffer;
  attempts: number;
  url: string;
  secret: string;
  secretKey: string;
  /** Unix seconds. */
  now: number;
}

const FIND = {
  name: 'find',
  text: `select d.body, d.attempts, e.url, e.secret, e.secret_key as "secretKey",
      floor(extract(epoch from now()))::integer as now
    from peer_deliveries d join peer_endpoints e on e.id = d.endpoint_id where d.id = $1 and d.status = 'pending'`,
};

const RECORD = {
  name: 'record',
  text: `with appended as (
      insert into peer_attempts (delivery_id, attempt, url, request_headers, response_code, response_body,
        response_headers, failure_reason, duration_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9))
    update peer_deliveries set attempts = $2, status = $10 where id = $1`,
};

/** Delivers as the service does: reads, signs, posts and records. */
export class PeerSender {
  private readonly keys = new Map<string, ReturnType<typeof readSecretKey>>();

  constructor(
    private readonly pool: Pool,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** @throws Error if the receiver does not answer 200 */
  async deliver(id: string): Promise<void> {
    const { rows } = await this.pool.query<Due>({ ...FIND, values: [id] });
    const [due] = rows;
    if (!due) return;
    const { url, body, attempts } = due;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Countersign/1 (webhooks)',
      'X-Service-Webhook-Id': id,
      'webhook-id': id,
      'webhook-timestamp': String(due.now),
    };
    const started = performance.now();
    const answer = await request(url, {
      method: 'POST',
      headers: { ...headers, ...this.signaturesOf(id, due) },
      body,
      dispatcher: this.dispatcher,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await answer.body.text();
    const duration = Math.round(performance.now() - started);
    const failure = answer.statusCode === 200 ? null : `HTTP ${answer.statusCode}`;
    const result = [answer.statusCode, text, answer.headers, failure, duration];
    const values = [id, attempts + 1, url, headers, ...result, failure === null ? 'success' : 'pending'];
    await this.pool.query({ ...RECORD, values });
    if (failure !== null) throw new Error(failure);
  }

  private signaturesOf(id: string, { body, now, secret, secretKey }: Due): Record<string, string> {
    const message = { id, timestamp: now, body };
    const key = this.keys.get(secretKey) ?? readSecretKey(secretKey);
    this.keys.set(secretKey, key);
    return {
      'X-Service-Signature': signBody(body, secret),
      'webhook-signature': `${signV1(message, secret)} ${signV1a(message, key)}`,
    };
  }
}
