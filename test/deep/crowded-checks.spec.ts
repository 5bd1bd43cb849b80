import { connect, type Socket } from 'node:net';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const NETWORKS = 100;
/** Slightly faster than the minimum rate of a body, because a busy machine falls behind. */
const PIECE = Buffer.alloc(12 * 1024, 'a');
const PIECE_EVERY_MS = 1_000;
const PLACES = 32;
const NEWCOMERS = 8;
/** A network may send 20 files a minute, so each of its two senders returns after this many pieces. */
const PIECES_BETWEEN = 6;
/** More than arrives during the test. */
const DECLARED_BYTES = 2 * 1024 * 1024;
const LONGEST_MS = 180_000;

/** Clients that send files to be checked as slowly as allowed, two from each network, and return when refused. */
class Crowd {
  private readonly sockets = new Map<string, Socket>();
  private readonly pace: NodeJS.Timeout;

  constructor(
    private readonly url: string,
    senders: readonly string[],
  ) {
    for (const sender of senders) this.begin(sender);
    let pieces = 0;
    this.pace = setInterval(() => {
      pieces++;
      for (const [at, [address, socket]] of [...this.sockets].entries()) {
        if (!socket.destroyed) socket.write(PIECE);
        else if (pieces % PIECES_BETWEEN === at % PIECES_BETWEEN) this.begin(address);
      }
    }, PIECE_EVERY_MS);
  }

  end(): void {
    clearInterval(this.pace);
    for (const socket of this.sockets.values()) socket.destroy();
  }

  private begin(address: string): void {
    const socket = connect(Number(new URL(this.url).port), '127.0.0.1').on('error', () => undefined);
    // Any answer is a refusal.
    socket.once('data', () => socket.destroy()).write(headOf(address, DECLARED_BYTES));
    this.sockets.set(address, socket);
  }
}

/** The two senders of a network share an IPv4 address with two ports, or an IPv6 /64 with two addresses. */
const addressOf = (network: number, which: number) =>
  network % 2 === 0 ? `198.18.${network}.1:${which}` : `2001:db8:0:${network.toString(16)}::${which}`;

const headOf = (address: string, bytes: number) =>
  [
    'POST /verify-document HTTP/1.1\r\nhost: a',
    `x-forwarded-for: ${address.replace(/^([\d.]+):\d$/, '$1')}`,
    `content-type: multipart/form-data; boundary=crowd\r\ncontent-length: ${bytes}`,
    '\r\n--crowd\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
  ].join('\r\n');

const SENDERS = Array.from({ length: 2 * NETWORKS }, (_none, at) => addressOf(at >> 1, 1 + (at & 1)));

describe('document checks while 100 networks send as slowly as allowed', () => {
  let test: TestApp;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await startTestApp({ trustedProxies: ['127.0.0.1/32'] });
    pdf = await textPdf();
  });
  afterAll(() => test.close());

  /** @returns the status of the page with the answer */
  async function check(address: string): Promise<number> {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(pdf)]), 'a.pdf');
    const headers = { 'x-forwarded-for': address };
    return (await fetch(`${test.url}/verify-document`, { method: 'POST', headers, body })).status;
  }

  /** The number of places taken. */
  async function held(): Promise<number> {
    const { text } = await test.app.get(Metrics, { strict: false }).expose();
    return Number(/^countersign_slots\{slots="document checks"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  }

  it('checks two documents from a /64 at once', async () => {
    const crowd = new Crowd(test.url, ['2001:db8:2::1', '2001:db8:2::2']);
    try {
      await until('both have a place', async () => (await held()) === 2);
      expect(await check('2001:db8:2::3')).toBe(503);
      expect(await check('2001:db8:2:1::3')).toBe(200);
    } finally {
      crowd.end();
    }
  });

  it(
    'checks a document for every newcomer, while organizations upload as usual',
    async () => {
      const { api } = await test.createOrganization();
      const crowd = new Crowd(test.url, SENDERS);
      const statuses: number[] = [];
      try {
        // All of them come at once, and each network may displace another once.
        let tries = 0;
        await until('the rush is over', async () => (await check(`203.0.113.${tries++ % 256}`)) === 200);
        for (let newcomer = 0; newcomer < NEWCOMERS; newcomer++) {
          const begun = Date.now();
          await until('all places are taken', async () => (await held()) === PLACES);
          statuses.push(
            await check(newcomer % 2 === 0 ? `198.51.100.${newcomer}` : `2001:db8:1:${newcomer}::1`),
          );
          const path = `${SIGNATURES}/${await createDraft(api)}/document`;
          const upload = await api.put(path, pdf, { headers: { 'content-type': 'application/pdf' } });
          expect(upload.status).toBe(200);
          await until('the crowd has sent more', () => Date.now() - begun >= PIECE_EVERY_MS);
        }
      } finally {
        crowd.end();
      }
      expect(statuses).toEqual(Array(NEWCOMERS).fill(200));
    },
    LONGEST_MS,
  );
});
