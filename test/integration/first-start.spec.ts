import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { findPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import { apiKeyIn, FirstStarts, NPM, SERVER, type Started, untilReady } from '../support/first-starts.js';
import { freePort } from '../support/free-port.js';
import { inDepth } from '../support/in-depth.js';

// Starts that are interrupted or have a terminal are in test/deep/first-start.spec.ts.

/** An embedded PostgreSQL is created and started. */
const LONGEST_MS = 120_000;

let starts: FirstStarts;

beforeEach(() => {
  starts = new FirstStarts();
});
afterEach(() => starts.remove());

/** A problem that the operator can solve is explained without a stack. */
async function expectRefusal(started: Started, ...words: string[]): Promise<void> {
  expect(await started.status).toBe(1);
  const errors = await started.errors;
  for (const each of words) expect(errors).toContain(each);
  expect(errors).not.toMatch(/^\s+at /m);
}

inDepth('notices a taken port before it creates anything', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    await expectRefusal(starts.start(SERVER, { PORT: String(port) }), `Port ${port} is taken`, 'PORT=3000');
    expect(existsSync(join(starts.dataDir, 'postgres'))).toBe(false);
  } finally {
    other.close();
  }
});

inDepth('reports that the database cannot be reached, without its password', async () => {
  const url = 'postgres://ann:secret@127.0.0.1:1/records';
  const started = starts.start(SERVER, { DATABASE_URL: url, PORT: String(await freePort()) });
  await expectRefusal(started, 'DATABASE_URL', '127.0.0.1:1/records', 'ECONNREFUSED');
  expect(await started.errors).not.toContain('secret');
});

inDepth('names all wrong settings at once', async () => {
  const started = starts.start(SERVER, {
    PORT: 'x',
    WEBHOOK_CA_FILE: '/absent.pem',
    SMTP_ULR: 'smtp://localhost',
  });
  await expectRefusal(started, 'PORT must', '/absent.pem cannot be read', 'did you mean SMTP_URL?');
});

inDepth(
  'keeps the secrets of the first start out of a log, and ends with npm',
  async () => {
    const first = starts.start(NPM, { PORT: String(await freePort()) });
    await untilReady(first);
    expect(first.output()).toContain(starts.secretsFile);
    expect(first.output()).not.toContain('sk_');
    expect(apiKeyIn(readFileSync(starts.secretsFile, 'utf8'))).toBeDefined();
    expect(statSync(starts.secretsFile).mode & 0o777).toBe(0o600);
    expect(statSync(starts.dataDir).mode & 0o777).toBe(0o700);
    first.child.kill('SIGTERM');
    expect(await first.status).toBe(0);
    expect(findPostmaster({ cluster: join(starts.dataDir, 'postgres/cluster') })).toBeUndefined();
  },
  LONGEST_MS,
);

it('prints the outbox of DATA_DIR to a reader that wants only its beginning', async () => {
  mkdirSync(join(starts.dataDir, 'outbox'), { recursive: true });
  for (let number = 0; number < 200; number++)
    writeFileSync(
      join(starts.dataDir, `outbox/${1000 + number}.eml`),
      `To: ann@example.test\r\nSubject: Mail ${number}\r\n\r\n${'Words. '.repeat(1000)}\r\n`,
    );
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', `{ "${process.execPath}" scripts/outbox.mjs; echo "ended with $?" >&2; } | head -3`],
    { cwd: PROJECT_ROOT, env: { PATH: process.env.PATH, DATA_DIR: starts.dataDir } },
  );
  expect(stdout).toContain('Subject: Mail 0');
  expect(stderr).toBe('ended with 0\n');
});
