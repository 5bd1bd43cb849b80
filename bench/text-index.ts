import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { exercises } from './rest/exercises.js';
import { Peer, type Sample } from './rest/peer.js';
import { Program } from './rest/programs.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// The cost of the index for parts of texts: building it over many requests, and creating drafts through the API with
// and without it, in alternating rounds of two services on otherwise identical databases.

const SIGNATURES = count('Signatures', 200_000, 10_000);
const ROUNDS = count('Rounds', 9, 1);
const ROUND_MS = count('Milliseconds per round', 5_000, 1_000);
const WARM_UP_MS = count('Milliseconds of warm-up', 4_000, 500);
const [DRAFT] = exercises([]).slice(-1);

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A copy of the database at `url` without the index. Nobody may be connected to the original. */
async function copyWithoutIndex(url: string): Promise<string> {
  const at = (pathname: string) => Object.assign(new URL(url), { pathname }).href;
  await withClient(at('/postgres'), (client) =>
    client.query(`create database copy template ${new URL(url).pathname.slice(1)}`),
  );
  await withClient(at('/copy'), (client) => client.query('drop index signatures_by_organization_text'));
  return at('/copy');
}

/** Rebuilds the index. @returns the time taken, and its size */
function build(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      "select indexdef as definition from pg_indexes where indexname = 'signatures_by_organization_text'",
    );
    await client.query('drop index signatures_by_organization_text');
    const started = performance.now();
    await client.query(rows[0]!.definition);
    const seconds = (performance.now() - started) / 1_000;
    const sizes = await client.query<{ size: string }>(
      "select pg_size_pretty(pg_relation_size('signatures_by_organization_text')) as size",
    );
    return `${seconds.toFixed(1)} s, ${sizes.rows[0]!.size}`;
  });
}

async function compare(peers: readonly Peer[]): Promise<string[]> {
  for (const peer of peers) await peer.round(DRAFT!, WARM_UP_MS);
  const rounds: [Sample, Sample][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const turn = round % 2 === 0 ? peers : peers.toReversed();
    const samples = new Map<Peer, Sample>();
    for (const peer of turn) samples.set(peer, await peer.round(DRAFT!, ROUND_MS));
    rounds.push(peers.map((peer) => samples.get(peer)!) as [Sample, Sample]);
  }
  const middle = (index: 0 | 1) => median(rounds.map((samples) => samples[index].rate)).toFixed(0);
  const ratios = rounds.map(([without, indexed]) => indexed.rate / without.rate);
  const range = `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`;
  return [DRAFT!.name, middle(0), middle(1), median(ratios).toFixed(2), range];
}

await withDatabase(async (url) => {
  await migrate(url);
  await seedRest(url, SIGNATURES);
  const without = await copyWithoutIndex(url);
  const built = await build(url);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const [load, ...servers] = [
    Program.start('load-generator'),
    Program.start('countersign-server', without, dataDir),
    Program.start('countersign-server', url, dataDir),
  ] as const;
  try {
    const row = await compare(await Promise.all(servers.map((server) => Peer.of(server, load, API_KEY))));
    printMachine();
    console.log(`Built over ${SIGNATURES} requests: ${built}\n`);
    printTable(
      ['requests per second', 'without the index', 'with it', 'ratio, median of rounds', 'min – max'],
      [row],
    );
  } finally {
    for (const program of [...servers, load]) await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
