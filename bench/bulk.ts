import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type INestApplicationContext } from '@nestjs/common';
import { withDatabase } from '../scripts/with-database.js';
import { ApiLimit } from '../src/auth/api-throttler.guard.js';
import { createApp } from '../src/configure-app.js';
import { migrate } from '../src/platform/database/migrate.js';
import { PinoLogger } from '../src/platform/logging/pino-logger.js';
import { ApiClient } from '../test/support/api-client.js';
import { BULK_SENDS, CSV } from '../test/support/bulk-sends.js';
import { publishedTemplate, RENT_TEMPLATE } from '../test/support/templates.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { benchSettings } from './support/bench-settings.js';
import { progress } from './support/progress.js';
import { count, printMachine, printTable } from './support/report.js';
import { latencies, percentile } from './support/status-latency.js';

// Checking and creating requests from the rows of a file, and how much others notice of it, in one process that serves and
// runs jobs, next to PostgreSQL. Emails stay queued.

const ROWS = count('Rows of the file', 10_000, 500);
/** Columns besides reference, address and name. */
const VALUES = 17;
const SAMPLES = count('Requests of others, at a time', 1_000, 100);
const SIGNATURES = 2_000;
const LOOK_MS = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A template with a line of text for each value. */
const WIDE_TEMPLATE = {
  roles: RENT_TEMPLATE.roles,
  fields: [
    ...Array.from({ length: VALUES }, (_, at) => ({
      ...{ key: `value${at}`, kind: 'text', role: 'tenant', label: `Value ${at}` },
      places: [{ document: 1, page: 1, x: 20, y: 20 + 18 * at, width: 200, height: 14 }],
    })),
    {
      ...{ key: 'signed', kind: 'signature', role: 'tenant' },
      places: [{ document: 1, page: 1, x: 240, y: 20, width: 50, height: 20 }],
    },
  ],
  options: RENT_TEMPLATE.options,
};

const wideRows = (name: string): Buffer => {
  const values = Array.from({ length: VALUES }, (_, at) => `value${at}`);
  const line = (row: number) => [
    `${name}${row}`,
    `${name}${row}@signers.test`,
    `Tenant ${row}`,
    ...values.map((key) => `${key} of ${row}`),
  ];
  const header = ['reference', 'tenant.email', 'tenant.name', ...values];
  const lines = Array.from({ length: ROWS }, (_, row) => line(row).join(','));
  return Buffer.from([header.join(','), ...lines].join('\r\n'));
};

/** Between collections. Most of what the process takes without them is not in use any more. */
const COLLECT_MS = 100;

/** The most memory in use above that at the beginning, in MB, while `work` runs: what is left after each collection. */
async function liveMemoryOf(work: () => Promise<unknown>): Promise<number> {
  const inUse = () => {
    // Memory of buffers is given back with the collection after theirs.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, inUse())), COLLECT_MS);
  await work();
  clearInterval(timer);
  return (most - before) / 1024 / 1024;
}

/** The most memory of this process above that at the beginning, in MB, while `work` runs. */
async function memoryOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; megabytes: number }> {
  collect();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_MS);
  const result = await work();
  clearInterval(timer);
  return { result, megabytes: (most - before) / 1024 / 1024 };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

interface Service {
  api: ApiClient;
  port: number;
  ids: readonly number[];
}

async function checked(
  { api }: Service,
  name: string,
): Promise<{ path: string; seconds: number; megabytes: number; live: number }> {
  const template = await publishedTemplate({ api }, WIDE_TEMPLATE);
  const made = await api.post(BULK_SENDS, { name, templateId: Number(template.split('/').at(-1)) });
  const path = `${BULK_SENDS}/${made.body.id}`;
  const file = wideRows(name);
  const upload = () => api.put(`${path}/rows`, file, CSV);
  const { result, megabytes } = await memoryOf(() => timed(upload));
  const { status, body } = result.result;
  if (status !== 200 || body.counts.valid !== ROWS) throw new Error(`the rows were answered with ${status}`);
  return { path, seconds: result.seconds, megabytes, live: await liveMemoryOf(upload) };
}

/** Seconds until all requests are made, while `beside` runs again and again. */
async function created({ api }: Service, path: string, beside: () => Promise<void>): Promise<number> {
  const { seconds } = await timed(async () => {
    const { status } = await api.post(`${path}/start`, {});
    if (status !== 200) throw new Error(`the start was answered with ${status}`);
    while ((await api.get(path)).body.state !== 'finished') await beside();
  });
  return seconds;
}

async function measure(service: Service): Promise<void> {
  progress('checking');
  const alone = await checked(service, 'alone');
  progress('creating');
  const seconds = await created(service, alone.path, () => wait(200).then(() => undefined));
  progress('reporting');
  const report = await memoryOf(() => timed(() => service.api.get(`${alone.path}/results.csv`)));
  progress('creating beside others');
  const { port, ids } = service;
  const beside = await checked(service, 'beside');
  await latencies(port, ids, SAMPLES);
  const idle = await latencies(port, ids, SAMPLES);
  const busy: number[] = [];
  const shared = await created(service, beside.path, async () => {
    busy.push(...(await latencies(port, ids, SAMPLES)));
  });
  busy.sort((a, b) => a - b);
  const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)];
  printMachine();
  printTable(
    [`${ROWS} rows of ${VALUES + 3} columns`, 'measured', 'goal'],
    [
      ['check', `${alone.seconds.toFixed(1)} s`, '5 s'],
      ['check, memory in use', `${alone.live.toFixed(0)} MB`, '60 MB'],
      ['check, memory taken', `${alone.megabytes.toFixed(0)} MB`, ''],
      ['creation', `${seconds.toFixed(1)} s`, '60 s'],
      ['creation beside others', `${shared.toFixed(1)} s`, ''],
      ["others' 95th percentile, ratio to idle", (during / before).toFixed(2), '3'],
      ['results.csv', `${report.result.seconds.toFixed(1)} s`, '2 s'],
      ['results.csv, memory', `${report.megabytes.toFixed(0)} MB`, 'streamed'],
    ],
  );
}

await withDatabase(async (url) => {
  await migrate(url);
  const ids = await seedRest(url, SIGNATURES);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const settings = benchSettings(url, dataDir, {
    ...{ role: 'all', mailRatePerMinute: 1, bulkRowsPerDay: 10 * ROWS },
  });
  const app = await createApp(settings, url, new PinoLogger(settings.logLevel));
  Object.assign((app as INestApplicationContext).get(ApiLimit), { requests: Number.MAX_SAFE_INTEGER });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  try {
    await measure({ api: new ApiClient(`http://127.0.0.1:${port}`, API_KEY), port, ids });
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true });
  }
});
