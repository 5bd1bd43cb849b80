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
import { count, printMachine, printTable } from './support/report.js';

// The gain of a second web process on the same database. Without spare cores for it, the processor time per request
// shows the gain: a process is one thread, so two processes complete twice as much if their requests cost no more
// than those of one.

const SIGNATURES = count('Signatures in the organization', 10_000, 1_000);
const ROUNDS = count('Rounds', 7, 1);
const ROUND_MS = count('Milliseconds per round', 5_000, 1_000);
const WARM_UP_MS = count('Milliseconds of warm-up', 4_000, 500);

/** A row of the table. */
async function compare(peers: readonly Peer[], exercise: Exercise, client: Client): Promise<string[]> {
  for (const peer of peers) await peer.round(exercise, WARM_UP_MS);
  const [one, two]: [CostedSample[], CostedSample[]] = [[], []];
  const round = { client, roundMs: ROUND_MS };
  for (let each = 0; each < ROUNDS; each++) {
    one.push(await costedRound(peers.slice(0, 1), exercise, round));
    two.push(await costedRound(peers, exercise, round));
  }
  const middle = (samples: CostedSample[], field: keyof CostedSample) =>
    median(samples.map((sample) => sample[field]));
  const cells = (samples: CostedSample[]) =>
    (['rate', 'web', 'database'] as const).map((field) => middle(samples, field).toFixed(0));
  const factor = (2 * middle(one, 'web')) / middle(two, 'web');
  return [exercise.name, ...cells(one), ...cells(two), factor.toFixed(2)];
}

async function run(url: string, client: Client): Promise<string[][]> {
  const signatureIds = await seedRest(url, SIGNATURES);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const programs: Program[] = [];
  const start = (name: string, ...args: string[]) => {
    programs.push(Program.start(name, ...args));
    return programs.at(-1)!;
  };
  try {
    const peers: Peer[] = [];
    for (let each = 0; each < 2; each++)
      peers.push(await Peer.of(start('countersign-server', url, dataDir), start('load-generator'), API_KEY));
    const compared: string[][] = [];
    for (const exercise of exercises(signatureIds)) compared.push(await compare(peers, exercise, client));
    return compared;
  } finally {
    for (const program of programs) await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await withDatabase(async (url) => {
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const rows = await run(url, client);
    printMachine();
    printTable(
      [
        'Requests per second',
        'one process',
        'CPU µs per request',
        'PostgreSQL’s',
        'two processes',
        'CPU µs per request',
        'PostgreSQL’s',
        'factor with cores to spare',
      ],
      rows,
    );
  } finally {
    await client.end();
  }
});
