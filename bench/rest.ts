import 'reflect-metadata';
import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { Random } from '../scripts/mrz/random.js';
import { sha256 } from '../src/platform/crypto/tokens.js';
import { migrate } from '../src/platform/database/migrate.js';
import { type Exercise, exercises } from './rest/exercises.js';
import { type LoadOrder, type LoadResult } from './rest/load-generator.js';
import { Program } from './rest/programs.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';
import { seedSignatures } from './support/seed-signatures.js';

// Requests a second of the REST interface's hot paths, against a bare node:http server that runs the same statements on
// the same database. The two take turns, so that whatever else the machine does meets both.

const SIGNATURES = count('Signatures of the organization', 100_000, 10_000);
const ROUNDS = count('Rounds', 7, 1);
const ROUND_MS = count('Milliseconds of a round', 5_000, 1_000);
const WARM_UP_MS = count('Milliseconds to warm up', 4_000, 500);
const POLLED = 1_000;
const API_KEY = 'sk_benchmark';

interface Server {
  program: Program;
  port: number;
  /** Of each round. */
  samples: Sample[];
}

interface Sample {
  /** Answers a second. */
  rate: number;
  /** CPU time of the server's process for one answer, in microseconds. */
  cpu: number;
}

/** The organization with its key; returns ids to poll. */
async function seed(url: string): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: SIGNATURES };
    const { big } = await seedSignatures(client, plan);
    await client.query(
      `insert into api_keys (organization_id, created_by_user_id, key_hash, display_prefix, scopes)
      select organization_id, id, $2, 'sk_bench', '{}' from users where organization_id = $1`,
      [big, sha256(API_KEY)],
    );
    const { rows } = await client.query<{ id: string }>('select id from signatures where deleted_at is null');
    const random = new Random(1);
    return Array.from({ length: POLLED }, () => Number(random.pick(rows).id));
  } finally {
    await client.end();
  }
}

async function ask({ port }: Server, { method, paths, body }: Exercise): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${paths[0]}`, {
    method,
    body,
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
  });
  return (await response.json()) as Record<string, unknown>;
}

/** The comparison is fair only while both servers answer alike. @throws AssertionError */
async function assertAlike(servers: [Server, Server], exercise: Exercise): Promise<void> {
  const [ours, bare] = await Promise.all(servers.map((server) => ask(server, exercise)));
  if (exercise.method === 'GET') deepEqual(ours, bare);
  else deepEqual(Object.keys(ours!).toSorted(), Object.keys(bare!).toSorted());
}

async function runRound(load: Program, server: Server, exercise: Exercise, ms: number): Promise<Sample> {
  const cpuBefore = await server.program.ask<number>({});
  const order: LoadOrder = { port: server.port, apiKey: API_KEY, exercise, milliseconds: ms };
  const result = await load.ask<LoadResult>(order);
  if ('error' in result) throw new Error(`${exercise.name}: ${result.error}`);
  const cpu = (await server.program.ask<number>({})) - cpuBefore;
  return { rate: result.answered / result.seconds, cpu: cpu / result.answered };
}

async function measure(load: Program, servers: [Server, Server], exercise: Exercise): Promise<string[]> {
  await assertAlike(servers, exercise);
  for (const server of servers) {
    server.samples = [];
    await runRound(load, server, exercise, WARM_UP_MS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const turn = round % 2 === 0 ? servers : servers.toReversed();
    for (const server of turn) server.samples.push(await runRound(load, server, exercise, ROUND_MS));
  }
  const [ours, bare] = servers;
  const ratios = ours.samples.map(({ rate }, round) => rate / bare.samples[round]!.rate);
  const middle = (server: Server, field: keyof Sample) =>
    median(server.samples.map((sample) => sample[field])).toFixed(0);
  return [
    exercise.name,
    middle(ours, 'rate'),
    middle(bare, 'rate'),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
    middle(ours, 'cpu'),
    middle(bare, 'cpu'),
  ];
}

/** `--cpu-prof` leaves a profile of each server in this folder. */
const profiling = process.argv.includes('--cpu-prof') ? ['--cpu-prof'] : [];

async function compare(url: string): Promise<string[][]> {
  const signatureIds = await seed(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const programs = [
    Program.start('countersign-server', [url, dataDir], profiling),
    Program.start('bare-server', [url], profiling),
    Program.start('load-generator'),
  ] as const;
  try {
    const [countersign, bare, load] = programs;
    const servers: [Server, Server] = [
      { program: countersign, port: await countersign.message<number>(), samples: [] },
      { program: bare, port: await bare.message<number>(), samples: [] },
    ];
    const rows: string[][] = [];
    for (const exercise of exercises(signatureIds)) rows.push(await measure(load, servers, exercise));
    return rows;
  } finally {
    for (const program of programs) await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const rows = await withDatabase(async (url) => {
  await migrate(url);
  return compare(url);
});
printMachine();
printTable(
  [
    'Requests a second',
    'Countersign',
    'bare node:http + pg',
    'ratio (median)',
    'least – most',
    'our CPU µs a request',
    'bare CPU µs a request',
  ],
  rows,
);
