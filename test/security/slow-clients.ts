import { type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expectEqual } from '../../scripts/journeys.js';
import { type Installation, type Tenant } from './installation.js';
import { Latency } from './latency.js';
import { SIGNATURES } from './paths.js';
import { openSocket } from './raw-client.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { WorldBuilder } from './world.js';

/** The pause of a slow client between two bytes. */
const BYTE_EVERY_MS = 5_000;
const LOOK_MS = 1_000;
const MEASURED_MS = 5_000;
/** Node checks every 30 seconds for connections that are out of time; twice that for a busy machine. */
const CHECK_MS = 60_000;
const HEADERS_MS = 60_000 + CHECK_MS;
/** For a whole request, and for a whole answer. */
const BODY_MS = 300_000 + CHECK_MS;
/** For the rest of an answer. */
const READ_MS = 15_000;
/** The side of a picture, in pixels. */
const NOISE_SIDE = 2_000;

/** Connections of one kind that only ever send or read a little at a time. */
interface SlowKind {
  name: string;
  sockets: Socket[];
  /** What the server sent before it closed them. */
  lastWords: string[];
  endsWithinMs: number;
  openedAt: number;
  /** The answer's length, for connections that read it only at the end. */
  unreadBytes: number;
}

/**
 * Opens many connections that never finish, and checks whether others are still served and when the slow ones are
 * ended.
 */
export class SlowClients {
  readonly tally = new Tally('slow clients');
  private readonly kinds: SlowKind[] = [];

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
  ) {}

  async run(): Promise<void> {
    const { slowClients: count } = this.scale;
    const attacker = await this.site.createTenant();
    const other = await this.site.createTenant();
    const builder = new WorldBuilder(this.site, other);
    const latency = new Latency(this.site.url, other.apiKey, [await builder.draft('fast')]);
    const picture = await makeNoise();
    const pictureId = await uploadPicture(attacker, picture);
    const idle = await latency.during(wait(MEASURED_MS));
    const key = `X-Api-Key: ${attacker.apiKey}`;
    const upload = `PUT ${SIGNATURES}/${pictureId}/document HTTP/1.1\r\nHost: a\r\n${key}`;
    this.open(count, 'that say nothing', '', HEADERS_MS);
    this.open(count, 'with slow headers', `GET / HTTP/1.1\r\nHost: a\r\n${key}\r\nX-A: `, HEADERS_MS);
    this.open(
      count,
      'with slow bodies',
      `POST ${SIGNATURES} HTTP/1.1\r\nHost: a\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
      BODY_MS,
    );
    this.open(
      // One organization may have this many uploads at once.
      Math.min(count, 32),
      'with slow uploads',
      `${upload}\r\nContent-Type: application/pdf\r\nContent-Length: 999999\r\n\r\n%PDF-`,
      BODY_MS,
    );
    this.open(
      Math.min(count, 50),
      'that do not read their answer',
      `GET ${SIGNATURES}/${pictureId}/document HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`,
      BODY_MS,
      picture.length,
    );
    const pace = setInterval(() => this.trickle(), BYTE_EVERY_MS);
    try {
      await wait(BYTE_EVERY_MS);
      await this.measureOthers(latency, idle, builder);
      for (const kind of this.kinds) await this.waitForEnd(kind);
    } finally {
      clearInterval(pace);
      for (const { sockets } of this.kinds) sockets.forEach((socket) => socket.destroy());
    }
  }

  private open(count: number, name: string, head: string, endsWithinMs: number, unreadBytes = 0): void {
    const kind: SlowKind = {
      name,
      sockets: [],
      lastWords: [],
      endsWithinMs,
      openedAt: Date.now(),
      unreadBytes,
    };
    for (let opened = 0; opened < count; opened++) {
      const socket = openSocket(this.site.url);
      if (head !== '') socket.write(head);
      if (unreadBytes === 0)
        socket.on('data', (chunk: Buffer) => void kind.lastWords.push(chunk.toString('latin1')));
      else socket.pause();
      kind.sockets.push(socket);
    }
    this.kinds.push(kind);
  }

  private trickle(): void {
    for (const { name, sockets } of this.kinds)
      if (/^with/.test(name)) for (const socket of sockets) if (!socket.destroyed) socket.write('a');
  }

  private async measureOthers(latency: Latency, idle: number[], builder: WorldBuilder): Promise<void> {
    const held = await latency.during(wait(MEASURED_MS));
    const open = this.kinds.reduce((sum, { sockets }) => sum + sockets.length, 0);
    console.log(`  another organization, idle: ${Latency.describe(idle)}`);
    console.log(`  with ${open} slow connections: ${Latency.describe(held)}`);
    this.tally.expect(
      "another organization's small requests",
      held.every(Number.isFinite),
      'did not all succeed',
    );
    const started = performance.now();
    const id = await builder.readyDraft().catch(() => null);
    console.log(`  its upload: ${Math.round(performance.now() - started)} ms`);
    this.tally.expect("another organization's upload", id !== null, 'was refused');
  }

  /** With reduced counts only for the kinds that end soon. */
  private async waitForEnd(kind: SlowKind): Promise<void> {
    const { name, sockets, endsWithinMs, openedAt, lastWords } = kind;
    const isWaitedFor = endsWithinMs <= this.scale.slowestEndMs;
    const deadline = openedAt + endsWithinMs;
    const left = () => sockets.filter((socket) => !socket.destroyed).length;
    const isReading = kind.unreadBytes === 0;
    while (isWaitedFor && left() > 0 && Date.now() < deadline) await wait(LOOK_MS);
    const seconds = Math.round((Date.now() - openedAt) / 1000);
    const open = isReading || !isWaitedFor ? left() : await countWhole(kind);
    console.log(`  ${sockets.length} ${name}: ${sockets.length - open} ended within ${seconds} s`);
    if (!isWaitedFor) return;
    this.tally.expect(`connections ${name}`, open === 0, `${open} are still open after ${seconds} s`);
    const said = lastWords.join('');
    const isShaped = said === '' || (/^HTTP\/1\.1 4\d\d /.test(said) && /x-request-id: /i.test(said));
    this.tally.expect(`the last words to connections ${name}`, isShaped, said.slice(0, 80));
  }
}

/** Reads what was left unread. @returns how many connections still get the whole answer, and so were not ended */
async function countWhole({ sockets, unreadBytes }: SlowKind): Promise<number> {
  const received = sockets.map((socket) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => void (bytes += chunk.length)).resume();
    return () => bytes;
  });
  await wait(READ_MS);
  return received.filter((bytes) => bytes() >= unreadBytes).length;
}

/** A picture of about 12 MB that cannot be compressed. */
function makeNoise(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: NOISE_SIDE, height: NOISE_SIDE, channels: 3, background: 'grey', noise } as const;
  return sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
}

/** @returns the id of a draft with the picture */
async function uploadPicture({ api }: Tenant, picture: Buffer): Promise<number> {
  const { body } = await api.post(SIGNATURES, {
    type: 'fast',
    originalDocumentName: 'Picture',
    originalDocumentType: 'image/png',
    originalDocumentExtension: 'png',
  });
  const path = `${SIGNATURES}/${body.id}/document`;
  const { status } = await api.put(path, picture, { headers: { 'content-type': 'image/png' } });
  expectEqual('uploading a picture', status, 200);
  return body.id as number;
}
