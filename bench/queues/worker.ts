import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { Agent } from 'undici';
import { DELIVERY_SOCKETS } from '../../src/webhooks/domain/sockets.js';
import { serveBenchmark } from '../rest/serving.js';
import { openPeer } from './open-peer.js';
import { PeerSender } from './peer-deliveries.js';
import { type PeerName } from './peers.js';

// A process that delivers through another queue, with as many requests at once and as many connections to the
// database as the service.

export interface PeerOrder {
  databaseUrl: string;
  caFile: string;
  queue: PeerName;
}

const CONNECTIONS = 16;

const { databaseUrl, caFile, queue } = JSON.parse(process.argv[2]!) as PeerOrder;
const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
const sender = new PeerSender(pool, dispatcher);
const peer = await openPeer(queue, databaseUrl);
await peer.work((id) => sender.deliver(id), DELIVERY_SOCKETS);
serveBenchmark(0);
