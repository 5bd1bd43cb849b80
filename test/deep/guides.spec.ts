import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const DOCS = join(PROJECT_ROOT, 'docs');
const WEBHOOKS = 'webhooks.md';
const SHELL_BLOCK = /^```sh\n([^]*?)^```$/gm;
const SCRIPT_BLOCK = /^```js\n([^]*?)^```$/gm;
/** The first line of a script gives the name under which the reader saves it. */
const SCRIPT_NAME = /^\/\/ (\.data\/\S+)\n/;
/** Documents are sealed and pictures read, and each step of a simulation starts Node.js. */
const LONGEST_MS = 180_000;

const guides = readdirSync(join(DOCS, 'guides')).map((name) => `guides/${name}`);

/** A folder like a fresh clone, in which a guide can write. */
async function likeClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guide-'));
  for (const name of ['dist', 'docs', 'package.json', 'scripts'])
    await symlink(join(PROJECT_ROOT, name), join(folder, name));
  await mkdir(join(folder, '.data'));
  return folder;
}

const blocksOf = (text: string, kind: RegExp) => [...text.matchAll(kind)].map(([, block]) => block!);

/** Saves the named scripts of a guide, and runs its commands one after another. */
async function follow(guide: string, cwd: string, settings: Record<string, string>): Promise<void> {
  const text = readFileSync(join(DOCS, guide), 'utf8');
  for (const script of blocksOf(text, SCRIPT_BLOCK)) {
    const name = SCRIPT_NAME.exec(script)?.[1];
    if (name !== undefined) await writeFile(join(cwd, name), script);
  }
  const commands = blocksOf(text, SHELL_BLOCK);
  expect(commands.length).toBeGreaterThan(0);
  const { PATH, HOME } = process.env;
  // A failing step, in a pipe as well, ends the script with its status, and so ends what it started.
  const script = ['set -euo pipefail', "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT", ...commands];
  await promisify(execFile)('bash', ['-c', script.join('\n')], { cwd, env: { PATH, HOME, ...settings } });
}

describe('the guides', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await likeClone();
  });
  afterEach(() => rm(cwd, { recursive: true, force: true }));

  it('there are as many guides as the README promises', () => {
    expect(guides.length).toBeGreaterThanOrEqual(5);
  });

  it.each(guides)(
    '%s can be followed line by line',
    async (guide) => {
      const test = await sharedTestApp();
      const { apiKey } = await test.createOrganization();
      await follow(guide, cwd, { API: `${test.url}/api/v1`, KEY: apiKey });
    },
    LONGEST_MS,
  );

  it(
    `${WEBHOOKS} can be followed line by line, where the service trusts the sample receiver`,
    async () => {
      const subscribers = await WebhookSubscribers.start();
      try {
        const { test, receiver } = subscribers;
        const { organizationId, apiKey, webhookSecret } = await test.createOrganization();
        expect(organizationId).toBe(1);
        // As the sample receiver leaves it.
        await writeFile(join(cwd, '.data/webhook-receiver.json'), JSON.stringify(receiver.tls));
        await follow(WEBHOOKS, cwd, {
          API: `${test.url}/api/v1`,
          KEY: apiKey,
          WEBHOOK_SECRET: webhookSecret,
          PORT: String(await freePort()),
          DATABASE_URL: test.database.url,
          ENCRYPTION_KEY: test.settings.encryptionKeys[0]!.key.toString('base64'),
          WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
        });
      } finally {
        await subscribers.stop();
      }
    },
    LONGEST_MS,
  );

  it('the lines for Node.js in webhooks.md verify a delivery', async () => {
    const text = readFileSync(join(DOCS, WEBHOOKS), 'utf8');
    const lines = blocksOf(text, SCRIPT_BLOCK).find((block) => !SCRIPT_NAME.test(block));
    const WEBHOOK_SECRET = 'sk_webhook_of_a_reader';
    const body = '{"webhookId":"0f9f1f6a","event":"signature.completed","data":{"id":12}}';
    const headers = {
      'x-service-webhook-id': '0f9f1f6a',
      'x-service-signature': signatureOf(Buffer.from(body), WEBHOOK_SECRET),
    };
    const given = `const rawBody = ${JSON.stringify(body)}, request = ${JSON.stringify({ headers })};`;
    await writeFile(join(cwd, 'receiver.mjs'), `${given}\n${lines}`);
    const { stdout } = await promisify(execFile)(process.execPath, ['receiver.mjs'], {
      cwd,
      env: { WEBHOOK_SECRET },
    });
    expect(stdout).toBe('12\n');
  });
});
