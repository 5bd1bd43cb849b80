import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installAside } from '../../scripts/install-aside.mjs';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

// The queues that the service's own is compared with. They are installed for the comparison only, in a folder of
// their own.

/** The last versions for Node.js 20. */
export const PEERS = { 'graphile-worker': '0.17.3', 'pg-boss': '10.4.2' } as const;
export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

const FOLDER = join(PROJECT_ROOT, '.test/queues');

/** What both can do, each in its own way. */
export interface PeerQueue {
  /** Adds a job for each delivery. */
  enqueue(deliveryIds: readonly string[]): Promise<void>;
  /** Whether no job is waiting or at work. */
  isEmpty(): Promise<boolean>;
  /**
   * Begins to work off the jobs, with at most `concurrency` of them at once.
   * @param deliver - rejects if the job is to be repeated
   */
  work(deliver: (deliveryId: string) => Promise<void>, concurrency: number): Promise<void>;
  close(): Promise<void>;
}

export const installPeers = (): void => installAside(FOLDER, PEERS);

/** Loads an installed one. */
export const requirePeer = (name: PeerName): unknown => createRequire(join(FOLDER, 'package.json'))(name);
