import 'reflect-metadata';
import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { type CpuShares } from './rest/cpu-profile.js';
import { type Exercise, exercises } from './rest/exercises.js';
import { Peer, type Sample } from './rest/peer.js';
import { Program } from './rest/programs.js';
import { API_KEY, seedRest } from './rest/seed-rest.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// Requests per second on the REST interface's hot paths, compared with a bare node:http server that runs the same
// statements on the same database. The two alternate, so other load on the machine affects both.

const SIGNATURES = count('Signatures in the organization', 100_000, 10_000);
const ROUNDS = count('Rounds', 7, 1);
const ROUND_MS = count('Milliseconds per round', 5_000, 1_000);
const WARM_UP_MS = count('Milliseconds of warm-up', 4_000, 500);

/** The comparison is fair only if both servers give the same responses. @throws AssertionError */
async function assertAlike(peers: readonly Peer[], exercise: Exercise): Promise<void> {
  const [ours, bare] = await Promise.all(peers.map((peer) => peer.fetch(exercise)));
  if (exercise.method === 'GET') deepEqual(ours, bare);
  else deepEqual(Object.keys(ours!).toSorted(), Object.keys(bare!).toSorted());
}

/** A row of the first table. */
async function compare(ours: Peer, bare: Peer, exercise: Exercise): Promise<string[]> {
  const rounds = new Map<Peer, Sample[]>([ours, bare].map((peer) => [peer, []]));
  for (const peer of rounds.keys()) await peer.round(exercise, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    const turn = round % 2 === 0 ? [ours, bare] : [bare, ours];
    for (const peer of turn) rounds.get(peer)!.push(await peer.round(exercise, ROUND_MS));
  }
  const middle = (peer: Peer, field: keyof Sample) =>
    median(rounds.get(peer)!.map((sample) => sample[field])).toFixed(0);
  const ratios = rounds.get(ours)!.map(({ rate }, round) => rate / rounds.get(bare)![round]!.rate);
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

/** Rows of the second table, one per part, with both servers' microseconds. */
async function profile(ours: Peer, bare: Peer, exercise: Exercise): Promise<string[][]> {
  const [ourShares, bareShares] = [
    await ours.profile(exercise, ROUND_MS),
    await bare.profile(exercise, ROUND_MS),
  ];
  const parts = Object.keys({ ...ourShares, ...bareShares });
  const cell = (shares: CpuShares, part: string) => (shares[part] ?? 0).toFixed(0);
  return parts
    .toSorted((a, b) => (ourShares[b] ?? 0) - (ourShares[a] ?? 0))
    .map((part) => [exercise.name, part, cell(ourShares, part), cell(bareShares, part)]);
}

async function run(url: string): Promise<void> {
  const signatureIds = await seedRest(url, SIGNATURES);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const programs = [
    Program.start('countersign-server', url, dataDir),
    Program.start('bare-server', url),
    Program.start('load-generator'),
  ] as const;
  const [countersign, bareServer, load] = programs;
  try {
    const ours = await Peer.of(countersign, load, API_KEY);
    const bare = await Peer.of(bareServer, load, API_KEY);
    const rates: string[][] = [];
    const shares: string[][] = [];
    for (const exercise of exercises(signatureIds)) {
      await assertAlike([ours, bare], exercise);
      rates.push(await compare(ours, bare, exercise));
      shares.push(...(await profile(ours, bare, exercise)));
    }
    print(rates, shares);
  } finally {
    for (const program of programs) await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function print(rates: string[][], shares: string[][]): void {
  printMachine();
  printTable(
    [
      'Requests per second',
      'Countersign',
      'bare node:http + pg',
      'ratio, median of rounds',
      'min – max',
      'CPU µs per request',
      'bare',
    ],
    rates,
  );
  console.log('');
  printTable(['CPU µs per request, profiled', 'part', 'Countersign', 'bare'], shares);
}

await withDatabase(async (url) => {
  await migrate(url);
  await run(url);
});
