import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { drainBy, type Drained } from './deliveries/drain.js';
import { type Arrival } from './deliveries/receivers.js';
import { Scene } from './deliveries/scene.js';
import { openPeer } from './queues/open-peer.js';
import { addPeerDeliveries, createPeerTables } from './queues/peer-deliveries.js';
import { installPeers, PEER_NAMES, type PeerName, type PeerQueue, PEERS } from './queues/peers.js';
import { median } from './support/median.js';
import { progress } from './support/progress.js';
import { count, printMachine, printTable } from './support/report.js';

// The same signed webhooks to the same receivers through the service, and through two other queues on PostgreSQL with
// pg and undici. Each works off a backlog in a process of its own, in alternating rounds on one database.

const ENDPOINTS = 50;
const BACKLOG = count('Deliveries in the backlog', 20_000, 2_000);
const ROUNDS = count('Rounds', 3, 1);
const WARM_UP = BACKLOG / 10;
const LOOK_MS = 50;
const OURS = 'Countersign';

interface Contestant {
  name: string;
  /** Adds as many deliveries, and works them off. */
  drain(deliveries: number): Promise<Drained>;
}

const service = (scene: Scene): Contestant => ({
  name: OURS,
  async drain(deliveries) {
    await scene.publishMany(deliveries);
    const finished = async () => {
      await scene.received(deliveries);
      await scene.drained();
    };
    return drainBy(scene, () => scene.startWorker(), finished);
  },
});

/** @param arrivals - the requests whose bodies and addresses it repeats */
const peer = (scene: Scene, name: PeerName, queue: PeerQueue, arrivals: readonly Arrival[]): Contestant => ({
  name: `${name} ${PEERS[name]}`,
  async drain(deliveries) {
    for (let added = 0; added < deliveries; added += arrivals.length)
      await queue.enqueue(await addPeerDeliveries(scene.client, arrivals));
    const finished = async () => {
      await scene.received(deliveries);
      while (!(await queue.isEmpty())) await wait(LOOK_MS);
    };
    return drainBy(scene, () => scene.startPeer(name), finished);
  },
});

/** One row per contestant, with medians of the rounds. */
function print(contestants: readonly Contestant[], rounds: readonly Map<string, Drained>[]): void {
  const rows = contestants.map(({ name }) => {
    const middle = (field: keyof Drained) =>
      median(rounds.map((round) => round.get(name)![field])).toFixed(0);
    const ratios = rounds.map((round) => round.get(OURS)!.rate / round.get(name)!.rate);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    const ratio = name === OURS ? ['', ''] : [median(ratios).toFixed(2), `${least} – ${most}`];
    const both = median(rounds.map((round) => round.get(name)!.worker + round.get(name)!.server)).toFixed(0);
    return [name, middle('rate'), ...ratio, middle('worker'), middle('server'), both];
  });
  const columns = [
    `${BACKLOG} deliveries to ${ENDPOINTS} endpoints`,
    'per second',
    `${OURS} compared with it, median of rounds`,
    'min – max',
    'CPU µs each',
    'database µs each',
    'both',
  ];
  printTable(columns, rows);
}

async function run(url: string, scene: Scene): Promise<void> {
  const ours = service(scene);
  progress('warming up');
  await ours.drain(WARM_UP);
  const arrivals = scene.lastArrivals();
  await createPeerTables(scene.client, arrivals);
  const queues = await Promise.all(PEER_NAMES.map((name) => openPeer(name, url)));
  const peers = PEER_NAMES.map((name, index) => peer(scene, name, queues[index]!, arrivals));
  const contestants = [ours, ...peers];
  for (const { drain } of peers) await drain(WARM_UP);
  const rounds: Map<string, Drained>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const results = new Map<string, Drained>();
    for (let turn = 0; turn < contestants.length; turn++) {
      const { name, drain } = contestants[(round + turn) % contestants.length]!;
      progress(`round ${round + 1} of ${ROUNDS}: ${name}`);
      results.set(name, await drain(BACKLOG));
    }
    rounds.push(results);
  }
  await Promise.all(queues.map((queue) => queue.close()));
  printMachine();
  print(contestants, rounds);
}

installPeers();
await withDatabase(async (url) => {
  await migrate(url);
  const scene = await Scene.open(url, ENDPOINTS);
  try {
    await run(url, scene);
  } finally {
    await scene.close();
  }
});
