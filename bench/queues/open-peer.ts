import { openGraphileWorker } from './graphile-worker.js';
import { type PeerName, type PeerQueue } from './peers.js';
import { openPgBoss } from './pg-boss.js';

const OPEN = { 'graphile-worker': openGraphileWorker, 'pg-boss': openPgBoss };

/** Connects to the queue, and creates its tables if there are none. */
export const openPeer = (name: PeerName, databaseUrl: string): Promise<PeerQueue> => OPEN[name](databaseUrl);
