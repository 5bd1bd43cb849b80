import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isRunning } from '../presence.js';
import { type ServerHome } from './cluster.js';
import { pathToWorkingFolder, programIn, runAs } from './server-account.js';

const START_LIMIT_SECONDS = 120;
const LOG_TAIL = 1000;
/**
 * Statements and details of errors contain personal data, so the log only has the error. The default cost of a random
 * read is that of a spinning disk; with it, counting the rows of an organization that owns most of a table scans the
 * table.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'random_page_cost=1.1',
];

/** The server that `postmaster.pid` names, if that process really belongs to this cluster. */
export function findPostmaster(home: Pick<ServerHome, 'cluster'>): { port: number } | undefined {
  const [pid, , , port] = readPidFile(home)?.split('\n') ?? [];
  if (!pid || !port || !isServerOf(home, Number(pid))) return undefined;
  return { port: Number(port) };
}

/** Starts the server in its own session, so that Ctrl-C reaches only us. @returns why it failed, if it did */
export async function startPostmaster(home: ServerHome, port: number): Promise<string | undefined> {
  discardForeignPidFile(home);
  const log = join(home.dataDir, 'server.log');
  const descriptor = openSync(log, 'w', 0o600);
  try {
    const settings = SETTINGS.map((setting) => `-c ${setting}`).join(' ');
    const options = `-p ${port} ${settings} -c unix_socket_directories=`;
    const { status, output } = await pgCtl(
      home,
      ['start', '-w', '-t', String(START_LIMIT_SECONDS), '-o', options],
      descriptor,
    );
    return status === 0 ? undefined : output || readFileSync(log, 'utf8').slice(-LOG_TAIL);
  } finally {
    closeSync(descriptor);
  }
}

/** Ends open connections, flushes everything and stops. It is no error if the server has already gone. */
export async function stopPostmaster(home: ServerHome): Promise<void> {
  if (!findPostmaster(home)) return;
  const { status, output } = await pgCtl(home, ['stop', '-w', '-m', 'fast']);
  if (status !== 0 && findPostmaster(home)) throw new Error(`PostgreSQL did not stop: ${output.trim()}`);
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function pgCtl(home: ServerHome, args: string[], outputFile?: number) {
  const here = pathToWorkingFolder(home.account, home.cluster);
  return runAs(home.account, programIn(home.binaries, 'pg_ctl'), [...args, '-D', here], {
    cwd: home.cluster,
    outputFile,
  });
}

function readPidFile(home: Pick<ServerHome, 'cluster'>): string | undefined {
  try {
    return readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * After a crash or in a new container the pid may belong to any process; the server's working folder is its cluster.
 */
function isServerOf(home: Pick<ServerHome, 'cluster'>, pid: number): boolean {
  if (!isRunning(pid)) return false;
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(home.cluster);
  } catch {
    return false;
  }
}

/**
 * PostgreSQL removes the pid file of a dead process, but does not start while another process has that pid. The file
 * is moved, not deleted: if a server has just written a new one, it is put back.
 */
function discardForeignPidFile(home: ServerHome): void {
  const seen = readPidFile(home);
  const pid = parseInt(seen ?? '', 10);
  if (seen === undefined || !isRunning(pid) || isServerOf(home, pid)) return;
  const file = join(home.cluster, 'postmaster.pid');
  const aside = `${file}.stale`;
  renameSync(file, aside);
  if (readFileSync(aside, 'utf8') !== seen) linkSync(aside, file);
  rmSync(aside);
}
