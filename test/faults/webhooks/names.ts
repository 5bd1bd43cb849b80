import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from '../../../bench/support/report.js';
import { type Findings } from '../findings.js';
import { type Fleet } from './fleet.js';
import { judge, percentile95 } from './lanes.js';
import { Target } from './target.js';

/** Not the address that a stub resolver of the machine may have. */
const SILENT = '127.0.0.153';
const DNS_PORT = 53;
const WARMING_UP = 20;

/**
 * Endpoints whose name servers are silent: each lookup holds a thread of the process for many seconds. The others do
 * not wait for them.
 */
export async function outliveSilentNameServers(fleet: Fleet, findings: Findings): Promise<void> {
  const silent = count('endpoints whose name server says nothing', 20, 8);
  const events = count('events to endpoints that answer', 1_000, 200);
  await fleet.begin(8);
  const healthy = [...fleet.subscribers];
  // A separate connection for each delivery, so each has to look up its name.
  for (const { target } of healthy)
    target.respond = (response) => void response.writeHead(204, { connection: 'close' }).end();
  const server = await SilentNameServer.start();
  try {
    await fleet.startWorker({}, server.wrapper);
    await percentile95(fleet, healthy, WARMING_UP);
    const baseline = await percentile95(fleet, healthy, events);
    const certificate = await fleet.authority.issue(['localhost']);
    const lost = Array.from({ length: silent }, (_, each) => ({ host: `silent-${each}.test` }));
    for (const where of lost) {
      const subscriber = await fleet.subscribe(await Target.open(certificate, where));
      await fleet.publish(subscriber, 4);
    }
    const meanwhile = await percentile95(fleet, healthy, events);
    findings.tried(
      `${silent} endpoints with silent name servers, ${server.questions} questions to them, and ${events} events to the others`,
    );
    findings.holds(
      'the name servers were asked',
      server.questions >= silent,
      `${server.questions} questions`,
    );
    judge(findings, 'the healthy ones’ p95 is at most twice their baseline', baseline, meanwhile);
  } finally {
    server.stop();
  }
}

/**
 * Receives queries and never answers. Processes started through `wrapper` query it for every name that is not in the
 * hosts file.
 */
class SilentNameServer {
  questions = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly folder: string,
  ) {
    socket.on('message', () => this.questions++);
  }

  static async start(): Promise<SilentNameServer> {
    const socket = createSocket('udp4');
    await once(socket.bind(DNS_PORT, SILENT), 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'countersign-names-'));
    writeFileSync(join(folder, 'resolv.conf'), `nameserver ${SILENT}\noptions timeout:10 attempts:3\n`);
    return new SilentNameServer(socket, folder);
  }

  /** The command that gives a process this name server, and changes nothing else. */
  get wrapper(): string[] {
    return [
      'bwrap',
      '--die-with-parent',
      '--dev-bind',
      '/',
      '/',
      '--ro-bind',
      join(this.folder, 'resolv.conf'),
      // The file is often a link, and its target is what must be covered.
      realpathSync('/etc/resolv.conf'),
    ];
  }

  stop(): void {
    this.socket.close();
    rmSync(this.folder, { recursive: true });
  }
}
