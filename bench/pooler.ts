import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { PgBouncer } from '../test/support/pgbouncer.js';
import { type Exercise, exercises } from './rest/exercises.js';
import { Peer, type Sample } from './rest/peer.js';
import { Program } from './rest/programs.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { median } from './support/median.js';
import { processTime, serverTime } from './support/processor-time.js';
import { count, printMachine, printTable } from './support/report.js';

// The cost of a pooler in transaction mode: the service with named and with unnamed statements, and the latter
// through PgBouncer, in alternating rounds on one database. Reports processor time per request, since the rate
// depends on other load on the machine.

const SIGNATURES = count('Signatures in the organization', 1_000, 1_000);
const ROUNDS = count('Rounds', 7, 1);
const ROUND_MS = count('Milliseconds per round', 4_000, 1_000);
const WARM_UP_MS = count('Milliseconds of warm-up', 3_000, 500);

interface Way {
  name: string;
  peer: Peer;
  rounds: (Sample & { database: number; pooler: number })[];
}

async function measure(way: Way, exercise: Exercise, client: Client, pooler: PgBouncer): Promise<void> {
  const before = { database: await serverTime(client), pooler: processTime(pooler.pid) };
  const sample = await way.peer.round(exercise, ROUND_MS);
  const answered = (sample.rate * ROUND_MS) / 1_000;
  const each = (ms: number) => (1_000 * ms) / answered;
  way.rounds.push({
    ...sample,
    database: each((await serverTime(client)) - before.database),
    pooler: each(processTime(pooler.pid) - before.pooler),
  });
}

async function compare(
  ways: Way[],
  exercise: Exercise,
  client: Client,
  pooler: PgBouncer,
): Promise<string[][]> {
  for (const way of ways) {
    way.rounds = [];
    await way.peer.round(exercise, WARM_UP_MS);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const way of round % 2 === 0 ? ways : ways.toReversed())
      await measure(way, exercise, client, pooler);
  return ways.map(({ name, rounds }) => {
    const middle = (field: keyof (typeof rounds)[number]) => median(rounds.map((each) => each[field]));
    const [service, database, between] = [middle('cpu'), middle('database'), middle('pooler')];
    const first = ways[0]!.rounds;
    const ratio = median(rounds.map(({ rate }, round) => rate / first[round]!.rate));
    return [
      exercise.name,
      name,
      middle('rate').toFixed(0),
      ratio.toFixed(2),
      ...[service, database, between, service + database + between].map((micros) => micros.toFixed(0)),
    ];
  });
}

async function run(url: string): Promise<void> {
  const ids = await seedRest(url, SIGNATURES);
  const pooler = await PgBouncer.start(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const load = Program.start('load-generator');
  const servers = [
    ['named statements', Program.start('countersign-server', url, dataDir)],
    ['unnamed statements', Program.start('countersign-server', url, dataDir, 'unnamed')],
    ['through PgBouncer', Program.start('countersign-server', pooler.urlOf(url), dataDir, 'unnamed')],
  ] as const;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const ways: Way[] = [];
    for (const [name, server] of servers)
      ways.push({ name, peer: await Peer.of(server, load, API_KEY), rounds: [] });
    const rows: string[][] = [];
    for (const exercise of exercises(ids)) rows.push(...(await compare(ways, exercise, client, pooler)));
    printMachine();
    printTable(
      [
        'Request',
        'Database reached by',
        'a second',
        'of the first',
        'CPU µs: service',
        'PostgreSQL',
        'PgBouncer',
        'together',
      ],
      rows,
    );
  } finally {
    await client.end();
    for (const program of [load, ...servers.map(([, server]) => server)]) await program.stop();
    await pooler.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await withDatabase(async (url) => {
  await migrate(url);
  await run(url);
});
