import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { ApiClient } from '../support/api-client.js';
import { Cable } from '../support/cable.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { inDepth } from '../support/in-depth.js';
import { sendRequest } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const TOKEN = 'a-token-of-the-scraper';
/** The service itself is started once. */
const START_MS = 120_000;
const NAME = /\b(?:countersign|nodejs|process)_[a-z0-9_]+/g;

let database: TestDatabase;
let cable: Cable;
let server: ServerProcess;
let metricsUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const databaseUrl = new URL(database.url);
  cable = await Cable.to(Number(databaseUrl.port));
  databaseUrl.port = String(cable.port);
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const settings = { DATABASE_URL: databaseUrl.href, METRICS_PORT: String(port), METRICS_TOKEN: TOKEN };
  server = await ServerProcess.prepare(settings);
  await server.start();
}, START_MS);
afterAll(async () => {
  await server?.close();
  await cable?.cut().catch(() => undefined);
  await database?.drop();
});

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function scrape(url = metricsUrl): Promise<string> {
  const answer = await fetch(url, withToken(TOKEN));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return answer.text();
}

async function statusOf(url: string | URL, init?: RequestInit): Promise<number> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** The sum of a metric's samples with these labels. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const chosen = samples.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  );
  return chosen.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

it('counts requests by the pattern of their route, never by a path', async () => {
  const api = new ApiClient(server.url, server.secret('API key'));
  const labels = { method: 'GET', route: '/api/v1/signatures/:signatureId', status: '404' };
  const before = valueOf(await scrape(), 'countersign_http_requests_total', labels);
  for (const id of [81_001, 81_002, 81_003]) await api.get(`/api/v1/signatures/${id}`);
  await statusOf(`${server.url}/sign/${'7'.repeat(64)}`);
  const text = await scrape();
  expect(valueOf(text, 'countersign_http_requests_total', labels)).toBe(before + 3);
  expect(valueOf(text, 'countersign_http_request_duration_seconds_count', { route: labels.route })).toBe(
    before + 3,
  );
  // Values are left out: a duration may have the same digits.
  const labelled = text.match(/\{[^}]*\}/g)!.join('\n');
  expect(labelled).toContain(labels.route);
  expect(labelled).not.toMatch(/8100|7777/);
});

inDepth('counts jobs by kind and state', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`select enqueue_jobs($1)`, [
      JSON.stringify([
        { kind: 'test.nobody', lane: 'test', max_inflight: 1, run_at: null, after_seconds: 0, payload: {} },
        {
          kind: 'test.nobody',
          lane: 'test',
          max_inflight: 1,
          run_at: null,
          after_seconds: 3600,
          payload: {},
        },
      ]),
    ]);
  } finally {
    await client.end();
  }
  await until(
    'the jobs are counted',
    async () => valueOf(await scrape(), 'countersign_jobs', { kind: 'test.nobody', state: 'due' }) === 1,
  );
  const text = await scrape();
  expect(valueOf(text, 'countersign_jobs', { kind: 'test.nobody', state: 'scheduled' })).toBe(1);
  expect(valueOf(text, 'countersign_jobs_oldest_due_seconds', { kind: 'test.nobody' })).toBeGreaterThan(0);
  expect(valueOf(text, 'countersign_database_up')).toBe(1);
  expect(text).toMatch(/^countersign_table_rows\{table="jobs",state="dead"\} \d/m);
});

inDepth('counts attempts by kind and outcome, with their duration', async () => {
  const api = new ApiClient(server.url, server.secret('API key'));
  const { signers } = await sendRequest(api, { draft: { type: 'self_signed' } });
  await new SigningVisitor(signers[0]!.signingUrl!).sign({ method: 'typed', typed: 'Ann', name: 'Ann' });
  const done = { kind: 'signature.seal', outcome: 'done' };
  const text = await until('the seal is counted', async () => {
    const figures = await scrape();
    return figures.includes('kind="signature.seal",outcome="done"') && figures;
  });
  expect(valueOf(text as string, 'countersign_job_attempts_total', done)).toBe(1);
  const { kind } = done;
  expect(valueOf(text as string, 'countersign_job_duration_seconds_count', { kind })).toBe(1);
  expect(valueOf(text as string, 'countersign_job_duration_seconds_sum', { kind })).toBeGreaterThan(0);
});

it('measures the oldest transaction', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin; create temporary table held (id integer)');
    const isMeasured = async () => valueOf(await scrape(), 'countersign_oldest_transaction_seconds') > 0;
    await until('it is measured', isMeasured);
  } finally {
    await client.end();
  }
});

inDepth('measures how long the mail server has accepted no mail', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const seconds = async () => valueOf(await scrape(), 'countersign_mail_failing_seconds');
  try {
    expect(await seconds()).toBe(0);
    // Any mail that is accepted ends the disruption, so none may be on its way.
    const isMailed = async () =>
      (await client.query("select from jobs where kind = 'mail.send'")).rowCount === 0;
    await until('all mails are sent', isMailed);
    await client.query(
      `insert into disruptions (organization_id, what, began_at)
       select id, 'mail', app_now() - interval '2 hours' from organizations limit 1`,
    );
    // The figures are read every five seconds.
    const failing = await until('it is measured', async () => (await seconds()) || null);
    expect(failing).toBeGreaterThanOrEqual(7_200);
    await client.query("update disruptions set ended_at = app_now() where what = 'mail'");
    await until('it is over', async () => (await seconds()) === 0);
  } finally {
    await client.end();
  }
});

it('exposes every metric that the dashboard and the alerts name', async () => {
  const text = await scrape();
  const files = ['deploy/grafana/countersign.json', 'deploy/prometheus/alerts.yaml'];
  const named = files.flatMap((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8').match(NAME) ?? []);
  const names = [...new Set(named)];
  expect(names.length).toBeGreaterThan(10);
  const missing = names.filter((name) => !text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `));
  expect(missing).toEqual([]);
});

it('counts refusals and lost slots from 0, so the first one is noticed', async () => {
  const text = await scrape();
  expect(text).toMatch(/^countersign_refusals_total\{reason="storage_full"\} 0$/m);
  expect(text).toMatch(/^countersign_slots_reclaimed_total 0$/m);
});

it('requires the token on both ports, and serves nothing else on its own', async () => {
  for (const url of [metricsUrl, `${server.url}/metrics`]) {
    expect(await statusOf(url)).toBe(401);
    expect(await statusOf(url, withToken(`${TOKEN}x`))).toBe(401);
    expect(await statusOf(url, withToken(TOKEN))).toBe(200);
  }
  expect(await statusOf(metricsUrl, { ...withToken(TOKEN), method: 'POST' })).toBe(405);
  expect(await statusOf(new URL('/api/v1/signatures', metricsUrl), withToken(TOKEN))).toBe(404);
});

inDepth('still answers without the database, and reports that it is gone', async () => {
  await cable.cut();
  try {
    await until(
      'the database is missed',
      async () => valueOf(await scrape(), 'countersign_database_up') === 0,
    );
    await statusOf(`${server.url}/readyz`);
    const text = await scrape();
    expect(valueOf(text, 'countersign_refusals_total', { reason: 'not_ready' })).toBeGreaterThan(0);
    expect(text).not.toContain('countersign_jobs{');
    expect(text).toContain('process_resident_memory_bytes');
  } finally {
    await cable.mend();
  }
  await until('the database is back', async () => valueOf(await scrape(), 'countersign_database_up') === 1);
});
