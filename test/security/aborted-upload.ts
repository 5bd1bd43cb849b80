import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random } from '../../scripts/mrz/random.js';
import { openSocket } from './raw-client.js';

/** The share of uploads that are sent whole and broken off while the service works on them. */
const WHOLE = 0.2;
const LONGEST_MS = 60;

/** An upload whose client disconnects. */
export class AbortedUpload {
  constructor(
    private readonly url: string,
    private readonly bytes: Buffer,
    private readonly random: Random,
  ) {}

  /** @param share of the bytes to send first; the largest shares send all of them */
  async breakOff(share: number): Promise<void> {
    const socket = openSocket(this.url).resume();
    await once(socket, 'connect');
    const sent = Math.min(this.bytes.length, Math.floor((share / (1 - WHOLE)) * this.bytes.length));
    socket.write(this.bytes.subarray(0, sent));
    await wait(this.random.between(0, LONGEST_MS));
    // Half of the clients close the connection, the others vanish.
    if (this.random.chance(0.5)) socket.destroy();
    else socket.resetAndDestroy();
  }
}
