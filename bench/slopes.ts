import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { costedRound, type CostedSample } from './rest/costed-round.js';
import { type Exercise, exercises } from './rest/exercises.js';
import { Peer } from './rest/peer.js';
import { Program } from './rest/programs.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { median } from './support/median.js';
import { progress } from './support/progress.js';
import { count, printHead, printMachine, printRow } from './support/report.js';

// The cost of a REST request if an organization has few, many and very many requests: processor time of the service
// and of PostgreSQL, which other load on the machine affects less than rates.

const SIZES = [
  count('Signatures in the smallest organization', 10_000, 1_000),
  count('Signatures in the middle one', 100_000, 10_000),
  count('Signatures in the largest', 1_000_000, 20_000),
];
const ROUNDS = count('Rounds', 5, 1);
const ROUND_MS = count('Milliseconds per round', 5_000, 1_000);
const WARM_UP_MS = count('Milliseconds of warm-up', 4_000, 500);

/** Prints a row for each exercise. */
async function measure(signatures: number): Promise<void> {
  await withDatabase(async (url) => {
    progress(`filling a database with ${signatures} signatures`);
    await migrate(url);
    const signatureIds = await seedRest(url, signatures);
    const client = new Client({ connectionString: url });
    await client.connect();
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
    const server = Program.start('countersign-server', url, dataDir);
    const load = Program.start('load-generator');
    try {
      const peer = await Peer.of(server, load, API_KEY);
      for (const exercise of exercises(signatureIds))
        printRow([exercise.name, String(signatures), ...(await costsOf(peer, exercise, client))]);
    } finally {
      for (const program of [server, load]) await program.stop();
      await client.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** The cells of a row: medians of the rounds, and minimum and maximum of the database's. */
async function costsOf(peer: Peer, exercise: Exercise, client: Client): Promise<string[]> {
  await peer.round(exercise, WARM_UP_MS);
  const samples: CostedSample[] = [];
  for (let round = 0; round < ROUNDS; round++)
    samples.push(await costedRound([peer], exercise, { client, roundMs: ROUND_MS }));
  const all = (field: keyof CostedSample) => samples.map((sample) => sample[field]);
  const database = all('database');
  return [
    ...(['rate', 'web', 'database'] as const).map((field) => median(all(field)).toFixed(0)),
    `${Math.min(...database).toFixed(0)} – ${Math.max(...database).toFixed(0)}`,
  ];
}

printMachine();
printHead(['Request', 'rows', 'a second', 'CPU µs of the service', 'of PostgreSQL', 'min – max']);
for (const size of SIZES) await measure(size);
