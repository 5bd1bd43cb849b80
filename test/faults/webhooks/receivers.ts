import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { count } from '../../../bench/support/report.js';
import { patience } from '../../support/patience.js';
import { until } from '../../support/until.js';
import { type Findings, seconds } from '../findings.js';
import { type Fleet, type Subscriber } from './fleet.js';
import { Target } from './target.js';

const LONGEST_END_MS = 90_000;
/** 30 seconds for the request, and one to notice. More on a busy machine. */
const LONGEST_ATTEMPT_MS = 31_000;
const MOST_MEMORY = 100 * 1024 * 1024;
const LOOK_MS = 100;
const MEGABYTE = 1024 * 1024;
/** 10 MB of zeros in a gzip member of 10 KB; members may follow each other (RFC 1952 §2.2). */
const BOMB = gzipSync(Buffer.alloc(10 * MEGABYTE));

/** The answers of hostile receivers. */
const HOSTILE: Record<string, (response: ServerResponse) => void> = {
  'a body of 1 GB': (response) => {
    response.writeHead(200);
    flood(response, Buffer.alloc(MEGABYTE), 1024);
  },
  'a gzip bomb of 1 GB': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    flood(response, BOMB, 100);
  },
  'one byte of the body a second': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    drip(response, (byte) => response.write(byte));
  },
  'one byte of the headers a second': (response) => drip(response, (byte) => response.socket?.write(byte)),
  '100,000 header lines': (response) => {
    const lines = Array.from({ length: 100_000 }, (_, line) => `X-Line-${line}: ${line}`);
    response.socket?.end(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`);
  },
};

function flood(response: ServerResponse, chunk: Buffer, left: number): void {
  if (left === 0) response.end();
  else if (!response.destroyed) response.write(chunk, () => flood(response, chunk, left - 1));
}

function drip(response: ServerResponse, write: (byte: string) => void): void {
  const status = 'HTTP/1.1 200 OK and nothing else for a very long time indeed';
  let sent = 0;
  const timer = setInterval(() => write(status[sent++ % status.length]!), 1_000);
  response.on('close', () => clearInterval(timer));
}

/** Answers that are too long, too slow or too many end in time, and cost little memory. */
export async function resistHostileAnswers(fleet: Fleet, findings: Findings): Promise<void> {
  const each = count('deliveries to each hostile receiver', 20, 2);
  const kinds = Object.entries(HOSTILE);
  await fleet.begin(kinds.length);
  const worker = await fleet.startWorker();
  await fleet.publishToAll(20);
  await fleet.untilSettled(LONGEST_END_MS);
  const longest = new Map<string, number>();
  for (const [index, [kind, answer]] of kinds.entries())
    fleet.subscribers[index]!.target.respond = (response, { at }) => {
      response.on('close', () => longest.set(kind, Math.max(longest.get(kind) ?? 0, performance.now() - at)));
      answer(response);
    };
  const before = memoryOf(worker.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(worker.pid))), LOOK_MS);
  await fleet.publishToAll(each);
  const isTried = async () => (await fleet.histories()).every(({ attempts }) => attempts > 0);
  await until('each was tried', isTried, { longestMs: LONGEST_END_MS * Math.ceil(each / 2) });
  clearInterval(watch);
  findings.tried(
    `${each} deliveries each to receivers that answer ${kinds.map(([kind]) => kind).join(', ')}`,
  );
  const longestMs = patience(LONGEST_ATTEMPT_MS);
  for (const [kind] of kinds) {
    // A receiver whose connection never closed is not among them.
    const ms = longest.get(kind) ?? Infinity;
    findings.holds(`${kind}: ended within ${seconds(longestMs)}`, ms <= longestMs, `longest ${seconds(ms)}`);
  }
  const grown = Math.round((most - before) / MEGABYTE);
  findings.holds('memory grew by less than 100 MB', most - before < MOST_MEMORY, `${grown} MB`);
}

/** Resident memory of a process, in bytes (proc(5)). */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}

/** Servers to which nothing may be sent, and the words of the refusals. */
export async function refuseBadCertificates(fleet: Fleet, findings: Findings): Promise<void> {
  await fleet.begin(0);
  const { authority } = fleet;
  const cases: [string, Target, RegExp][] = [
    [
      'expired',
      await Target.open(await authority.issue(['localhost'], { days: [-60, -2] })),
      /^certificate expired on \d{4}-\d\d-\d\dT[\d:]{8}Z$/,
    ],
    [
      'self-signed',
      await Target.open(await authority.issue(['localhost'], { selfSigned: true })),
      /^self-signed certificate$/,
    ],
    [
      'for another host',
      await Target.open(await authority.issue(['other.test'])),
      /^certificate of another host/,
    ],
    [
      'TLS 1.0',
      await Target.open({
        ...(await authority.issue(['localhost'])),
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      }),
      /^TLS too old/,
    ],
  ];
  for (const [, target] of cases) await fleet.subscribe(target);
  await fleet.startWorker();
  await fleet.publishToAll();
  const isTried = async () => (await fleet.histories()).every(({ attempts }) => attempts > 0);
  await until('each was tried', isTried, { longestMs: LONGEST_END_MS });
  findings.tried(`${cases.length} servers: ${cases.map(([what]) => what).join(', ')}`);
  for (const [index, [what, target, words]] of cases.entries()) {
    const [row] = await fleet.history(fleet.subscribers[index]!);
    const reason = row?.failureReason ?? '';
    const isRefused = target.arrivals.length === 0 && words.test(reason);
    findings.holds(`${what}: nothing was sent, and the reason says so`, isRefused, reason);
  }
}

const REBOUND = 'rebound.test';
/** Only this address is allowed; the canary has the other. */
const ALLOWED = '127.0.0.2';
const CANARY = '127.0.0.3';

/** Our own name server changes its answer between any two queries. */
export async function rebindName(fleet: Fleet, findings: Findings): Promise<void> {
  const deliveries = count('deliveries to a name that changes', 200, 20);
  await fleet.begin(0);
  const names = await NameServer.start();
  const certificate = await fleet.authority.issue([REBOUND]);
  const target = await Target.open(certificate, { host: REBOUND, listen: ALLOWED });
  const canary = createTcpServer((socket) => socket.destroy());
  let touched = 0;
  canary.on('connection', () => touched++);
  await once(canary.listen(target.port, CANARY), 'listening');
  try {
    // Every delivery looks up the name again.
    target.respond = (response) => void response.writeHead(204, { connection: 'close' }).end();
    const subscriber: Subscriber = await fleet.subscribe(target);
    await fleet.startWorker({ WEBHOOK_ALLOWED_CIDRS: `${ALLOWED}/32`, NODE_OPTIONS: names.nodeOptions });
    await fleet.publish(subscriber, deliveries);
    const isTried = async () => (await fleet.history(subscriber)).every(({ attempts }) => attempts > 0);
    await until('each was tried', isTried, { longestMs: LONGEST_END_MS });
    const rows = await fleet.history(subscriber);
    const refused = rows.filter(({ failureReason }) => failureReason?.startsWith('private address') ?? false);
    findings.tried(
      `${deliveries} deliveries, ${names.questions} questions to a name server that answers ${ALLOWED} and ${CANARY} in turn: ${target.arrivals.length} delivered, ${refused.length} refused`,
    );
    findings.holds(
      'no packet reached the canary',
      touched === 0 && target.arrivals.length > 0 && refused.length > 0,
      `${touched} connections`,
    );
  } finally {
    canary.close();
    names.stop();
  }
}

/** Answers A queries (RFC 1035) with the allowed address and the canary's in turn, with a lifetime of zero. */
class NameServer {
  questions = 0;
  private readonly socket = createSocket('udp4');

  static async start(): Promise<NameServer> {
    const server = new NameServer();
    server.socket.on('message', (question, { port, address }) =>
      server.socket.send(server.answer(question), port, address),
    );
    await once(server.socket.bind(0, '127.0.0.1'), 'listening');
    return server;
  }

  /**
   * Makes a Node.js process send its queries for `.test` here, because only root can change the system's name server.
   */
  get nodeOptions(): string {
    const { port } = this.socket.address();
    const script = `
      import dns from 'node:dns'; import { syncBuiltinESMExports } from 'node:module';
      const resolver = new dns.Resolver(); resolver.setServers(['127.0.0.1:${port}']);
      const lookup = dns.lookup;
      dns.lookup = (host, options, done) => host.endsWith('.test')
        ? resolver.resolve4(host, (error, found) => error ? done(error)
          : options.all ? done(null, found.map((address) => ({ address, family: 4 }))) : done(null, found[0], 4))
        : lookup(host, options, done);
      syncBuiltinESMExports();`;
    return importing(script);
  }

  stop(): void {
    this.socket.close();
  }

  private answer(question: Buffer): Buffer {
    const address = this.questions++ % 2 === 0 ? ALLOWED : CANARY;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 6);
    header.fill(0, 8, 12);
    const end = question.indexOf(0, 12) + 5;
    const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
    return Buffer.concat([header, question.subarray(12, end), record]);
  }
}

/** The NODE_OPTIONS with which a process runs this module before its own. */
export const importing = (script: string) =>
  `--import data:text/javascript,${encodeURIComponent(script.replaceAll(/\s+/g, ' ').trim())}`;
