import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp } from '../support/app.js';

const GUIDES = join(PROJECT_ROOT, 'docs/guides');
const SHELL_BLOCK = /^```sh\n([^]*?)^```$/gm;
/** Documents are sealed and pictures read, and each step of a simulation starts Node.js. */
const LONGEST_MS = 180_000;

const guides = readdirSync(GUIDES);

/** A folder like a fresh clone, in which a guide may write. */
async function likeClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guide-'));
  for (const name of ['docs', 'package.json', 'scripts'])
    await symlink(join(PROJECT_ROOT, name), join(folder, name));
  return folder;
}

it('there are guides', () => {
  expect(guides.length).toBeGreaterThanOrEqual(5);
});

it.each(guides)(
  '%s can be followed line by line',
  async (guide) => {
    const test = await sharedTestApp();
    const { apiKey } = await test.createOrganization();
    const blocks = [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(SHELL_BLOCK)].map(
      ([, block]) => block!,
    );
    expect(blocks.length).toBeGreaterThan(0);
    const cwd = await likeClone();
    try {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, API: `${test.url}/api/v1`, KEY: apiKey };
      // A step that fails, in a pipe as well, ends the script with its status.
      const script = ['set -euo pipefail', 'mkdir .data', ...blocks].join('\n');
      await promisify(execFile)('bash', ['-c', script], { cwd, env });
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  },
  LONGEST_MS,
);
