import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_DIR } from '../../src/platform/config/paths.js';
import { findPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import { isRunning } from '../../src/platform/database/presence.js';
import { ApiClient } from '../support/api-client.js';
import { openPage, sharedBrowser } from '../support/browser.js';
import { PASSWORD } from '../support/dashboard-member.js';
import { createTestDatabase } from '../support/database.js';
import { apiKeyIn, FirstStarts, NPM, SERVER, untilReady } from '../support/first-starts.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

/** An embedded PostgreSQL is created and started. */
const LONGEST_MS = 120_000;

let starts: FirstStarts;

beforeEach(() => {
  starts = new FirstStarts();
});
afterEach(() => starts.remove());

it('shows the key even if the first start was killed just after making it', async () => {
  const database = await createTestDatabase();
  try {
    const port = String(await freePort());
    const killed = starts.start(SERVER, { DATABASE_URL: database.url, PORT: port });
    await until('the secrets are written', () => existsSync(starts.secretsFile), { lookMs: 1 });
    killed.child.kill('SIGKILL');
    await killed.status;
    const second = starts.start(SERVER, { DATABASE_URL: database.url, PORT: port });
    await untilReady(second);
    expect(second.output()).toContain(starts.secretsFile);
    const api = new ApiClient(`http://127.0.0.1:${port}`, apiKeyIn(readFileSync(starts.secretsFile, 'utf8')));
    expect((await api.get('/api/v1/signatures')).status).toBe(200);
  } finally {
    await starts.end('SIGKILL');
    await database.drop();
  }
});

it('prints a link that opens the dashboard, where the printed key is replaced', async () => {
  const database = await createTestDatabase();
  try {
    const port = await freePort();
    await untilReady(starts.start(SERVER, { DATABASE_URL: database.url, PORT: String(port) }));
    const written = readFileSync(starts.secretsFile, 'utf8');
    const { context, page, failures } = await openPage(await sharedBrowser());
    await page.goto(/Dashboard\s+(\S+)/.exec(written)![1]!);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and open the dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'API key' }).first().click();
    await page.getByRole('link', { name: 'Replace the key' }).click();
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = await page.getByText(/^sk_\w{43}$/).innerText();
    const statusWith = async (apiKey: string) =>
      (await new ApiClient(`http://127.0.0.1:${port}`, apiKey).get('/api/v1/signatures')).status;
    expect([await statusWith(apiKeyIn(written)!), await statusWith(key)]).toEqual([401, 200]);
    await context.close();
    expect(failures).toEqual([]);
  } finally {
    await starts.end('SIGKILL');
    await database.drop();
  }
}, 120_000);

(process.platform === 'linux' ? it : it.skip)('shows the secrets on a terminal, once', async () => {
  const database = await createTestDatabase();
  try {
    const settings = { DATABASE_URL: database.url, PORT: String(await freePort()) };
    const onTerminal = ['script', '-qefc', `exec ${SERVER.join(' ')}`, '/dev/null'];
    for (const isFirst of [true, false]) {
      const started = starts.start(onTerminal, settings);
      await untilReady(started);
      expect(apiKeyIn(started.output()) !== undefined).toBe(isFirst);
      await until('the file of the secrets is gone', () => !existsSync(starts.secretsFile));
      started.child.kill('SIGTERM');
      await started.status;
    }
  } finally {
    await database.drop();
  }
});

/** Starts the service where bubblewrap cannot be started. Only root may hide a program. */
const WITHOUT_BUBBLEWRAP = [
  ...['unshare', '--mount', 'sh', '-c', 'mount --bind /dev/null "$(command -v bwrap)" && exec "$@"', 'sh'],
  ...SERVER,
];

(process.getuid?.() === 0 ? it : it.skip)(
  'warns if bubblewrap does not hold its child processes',
  async () => {
    const database = await createTestDatabase();
    const warning = 'Child processes run without bubblewrap';
    try {
      for (const command of [SERVER, WITHOUT_BUBBLEWRAP]) {
        const settings = { DATABASE_URL: database.url, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
        const started = starts.start(command, settings);
        await untilReady(started);
        await starts.end();
        expect((await started.errors).includes(warning)).toBe(command === WITHOUT_BUBBLEWRAP);
      }
    } finally {
      await database.drop();
    }
  },
);

it(
  'lets the demo follow, which leaves a signed PDF and links that work',
  async () => {
    const settings = { PORT: String(await freePort()) };
    await untilReady(starts.start(SERVER, settings));
    const demo = starts.start([process.execPath, join(CODE_DIR, 'scripts/demo.js')], settings);
    expect([await demo.status, await demo.errors]).toEqual([0, '']);
    expect(readFileSync(join(starts.dataDir, 'demo/signed.pdf'), 'latin1')).toMatch(/^%PDF-/);
    const links = demo.output().match(/http:\S+/g)!;
    expect(links.map((link) => new URL(link).pathname.split('/')[1])).toEqual([
      'sign',
      'verify',
      'verify-document',
    ]);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  },
  LONGEST_MS,
);

it(
  'the service ends with npm, even if npm is killed',
  async () => {
    const started = starts.start(NPM, { PORT: String(await freePort()) });
    await untilReady(started);
    const server = childOf(started.child.pid!);
    started.child.kill('SIGKILL');
    await until('the service has ended', () => !isRunning(server));
    expect(findPostmaster({ cluster: join(starts.dataDir, 'postgres/cluster') })).toBeUndefined();
  },
  LONGEST_MS,
);

it(
  'stops its database when its terminal is closed',
  async () => {
    const started = starts.start(SERVER, { PORT: String(await freePort()) });
    await untilReady(started);
    started.child.kill('SIGHUP');
    expect(await started.status).toBe(0);
    expect(findPostmaster({ cluster: join(starts.dataDir, 'postgres/cluster') })).toBeUndefined();
  },
  LONGEST_MS,
);

/** The only child process of a process. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}
