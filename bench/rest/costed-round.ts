import { type Client } from 'pg';
import { serverTime } from '../support/processor-time.js';
import { type Exercise } from './exercises.js';
import { type Peer } from './peer.js';

export interface CostedSample {
  /** Responses per second of all web processes. */
  rate: number;
  /** Microseconds of processor time per response, of the web processes and of PostgreSQL. */
  web: number;
  database: number;
}

/** Loads all these peers at once. @param client - of their shared database */
export async function costedRound(
  peers: readonly Peer[],
  exercise: Exercise,
  { client, roundMs }: { client: Client; roundMs: number },
): Promise<CostedSample> {
  const before = await serverTime(client);
  const samples = await Promise.all(peers.map((peer) => peer.round(exercise, roundMs)));
  const spent = 1_000 * ((await serverTime(client)) - before);
  const rate = samples.reduce((sum, each) => sum + each.rate, 0);
  const web = samples.reduce((sum, each) => sum + each.rate * each.cpu, 0) / rate;
  return { rate, web, database: spent / (rate * (roundMs / 1_000)) };
}
