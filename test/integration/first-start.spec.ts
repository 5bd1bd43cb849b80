import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { isRunning } from '../../src/platform/database/embedded/presence.js';
import { findPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const READY = 'Countersign is ready';
const SERVER = [process.execPath, 'dist/src/main.js'] as const;
const NPM = ['npm', 'start'] as const;
/** An embedded PostgreSQL is created and started. */
const LONGEST_MS = 60_000;

interface Started {
  child: ChildProcess;
  /** What it has printed to stdout so far. */
  output(): string;
  errors: Promise<string>;
  status: Promise<number | null>;
}

let folder: string;
let dataDir: string;
let running: Started[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-first-'));
  dataDir = join(folder, 'data');
  running = [];
});
afterEach(async () => {
  for (const { child, status } of running) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await status;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start([program, ...args]: readonly string[], settings: Record<string, string>): Started {
  const { PATH, HOME, TEST_RUN_DIR } = process.env;
  const env = { PATH, HOME, TEST_RUN_DIR, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings };
  const child = spawn(program!, args, { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = once(child, 'close').then(([code]) => code as number | null);
  const started = { child, output: () => output, errors: text(child.stderr), status };
  running.push(started);
  return started;
}

const untilReady = ({ output }: Started) => until('the service is ready', () => output().includes(READY));
const secretsFile = () => join(dataDir, 'first-run.txt');
const apiKeyIn = (words: string) => /API key\s+(sk_\w+)/.exec(words)?.[1];

/** A problem of whoever starts the service is explained without a stack. */
async function expectRefusal(started: Started, ...words: string[]): Promise<void> {
  expect(await started.status).toBe(1);
  const errors = await started.errors;
  for (const each of words) expect(errors).toContain(each);
  expect(errors).not.toMatch(/^\s+at /m);
}

it('notices a taken port before it creates anything', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    await expectRefusal(start(SERVER, { PORT: String(port) }), `Port ${port} is taken`, 'PORT=3000');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  } finally {
    other.close();
  }
});

it('says that the database cannot be reached, without its password', async () => {
  const url = 'postgres://ann:secret@127.0.0.1:1/records';
  const started = start(SERVER, { DATABASE_URL: url, PORT: String(await freePort()) });
  await expectRefusal(started, 'DATABASE_URL', '127.0.0.1:1/records', 'ECONNREFUSED');
  expect(await started.errors).not.toContain('secret');
});

it('names all wrong settings at once', async () => {
  const started = start(SERVER, { PORT: 'x', WEBHOOK_CA_FILE: '/absent.pem', SMTP_ULR: 'smtp://localhost' });
  await expectRefusal(started, 'PORT must', '/absent.pem cannot be read', 'did you mean SMTP_URL?');
});

it('shows the key although the first start was killed when it had just been made', async () => {
  const database = await createTestDatabase();
  try {
    const port = String(await freePort());
    const killed = start(SERVER, { DATABASE_URL: database.url, PORT: port });
    await until('the secrets are written', () => existsSync(secretsFile()), { lookMs: 1 });
    killed.child.kill('SIGKILL');
    await killed.status;
    const second = start(SERVER, { DATABASE_URL: database.url, PORT: port });
    await untilReady(second);
    expect(second.output()).toContain(secretsFile());
    const api = new ApiClient(`http://127.0.0.1:${port}`, apiKeyIn(readFileSync(secretsFile(), 'utf8')));
    expect((await api.get('/api/v1/signatures')).status).toBe(200);
  } finally {
    for (const { child, status } of running) {
      child.kill('SIGKILL');
      await status;
    }
    await database.drop();
  }
});

(process.platform === 'linux' ? it : it.skip)('shows the secrets on a terminal, once', async () => {
  const database = await createTestDatabase();
  try {
    const settings = { DATABASE_URL: database.url, PORT: String(await freePort()) };
    const onTerminal = ['script', '-qefc', `exec ${SERVER.join(' ')}`, '/dev/null'];
    for (const isFirst of [true, false]) {
      const started = start(onTerminal, settings);
      await untilReady(started);
      expect(apiKeyIn(started.output()) !== undefined).toBe(isFirst);
      await until('the file of the secrets is gone', () => !existsSync(secretsFile()));
      started.child.kill('SIGTERM');
      await started.status;
    }
  } finally {
    await database.drop();
  }
});

it(
  'keeps the secrets out of a log, and ends with npm, however npm ends',
  async () => {
    const settings = { PORT: String(await freePort()) };
    const postmaster = () => findPostmaster({ cluster: join(dataDir, 'postgres/cluster') });

    const first = start(NPM, settings);
    await untilReady(first);
    expect(first.output()).toContain(secretsFile());
    expect(first.output()).not.toContain('sk_');
    expect(apiKeyIn(readFileSync(secretsFile(), 'utf8'))).toBeDefined();
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    first.child.kill('SIGTERM');
    expect(await first.status).toBe(0);
    expect(postmaster()).toBeUndefined();

    const second = start(NPM, settings);
    await untilReady(second);
    const server = childOf(second.child.pid!);
    second.child.kill('SIGKILL');
    await until('the service has ended', () => !isRunning(server));
    expect(postmaster()).toBeUndefined();
  },
  LONGEST_MS,
);

/** The only child process of a process. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

it('prints the outbox of DATA_DIR to a reader that wants only its beginning', async () => {
  mkdirSync(join(dataDir, 'outbox'), { recursive: true });
  for (let number = 0; number < 200; number++)
    writeFileSync(
      join(dataDir, `outbox/${1000 + number}.eml`),
      `To: ann@example.test\r\nSubject: Mail ${number}\r\n\r\n${'Words. '.repeat(1000)}\r\n`,
    );
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', `{ "${process.execPath}" scripts/outbox.mjs; echo "ended with $?" >&2; } | head -3`],
    { cwd: PROJECT_ROOT, env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  );
  expect(stdout).toContain('Subject: Mail 0');
  expect(stderr).toBe('ended with 0\n');
});
