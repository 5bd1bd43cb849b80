import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SimulatedSigner } from '../../scripts/simulate/simulated-signer.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp } from '../support/app.js';
import { until } from '../support/until.js';

const SDK = join(PROJECT_ROOT, 'sdk/typescript');
const MODULES = join(PROJECT_ROOT, 'node_modules');
const TSC = join(MODULES, 'typescript/bin/tsc');
const TS_BLOCK = /^```ts\n([^]*?)^```$/gm;
const SIGNER = { name: 'Ann Lee', witness: '', pictures: { front: null, back: null } };
const SECRET = 'sk_webhook_of_the_readme';
const LONGEST_MS = 240_000;
const run = promisify(execFile);

/** Calls the receiver of the README as a server would. */
const RECEIVED = `
const [body, signature] = process.argv.slice(2) as [string, string];
const headers = new Headers({ 'x-service-signature': signature });
console.log(\`Answers \${receive(Buffer.from(body), headers)} \${receive(Buffer.from('{}'), headers)}\`);
`;
const CONSUMER = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: ['node'],
  },
};

/** Packs the client, and unpacks it where a program would install it. */
async function install(folder: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: SDK });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const foreign = files.filter(
    ({ path }) => !/^(?:dist\/.*\.(?:js|d\.ts)|package\.json|README\.md)$/.test(path),
  );
  expect(foreign).toEqual([]);
  const target = join(folder, 'node_modules/countersign-client');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1']);
  await symlink(join(MODULES, '@types'), join(folder, 'node_modules/@types'));
  await symlink(join(MODULES, 'undici-types'), join(folder, 'node_modules/undici-types'));
}

it(
  'the packed client does what its README says, block by block',
  async () => {
    const test = await sharedTestApp();
    const { apiKey } = await test.createOrganization();
    const folder = await mkdtemp(join(tmpdir(), 'countersign-sdk-'));
    try {
      await install(folder);
      const readme = await readFile(join(SDK, 'README.md'), 'utf8');
      const blocks = [...readme.matchAll(TS_BLOCK)].map(([, block]) => block!);
      expect(blocks.length).toBeGreaterThanOrEqual(7);
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONSUMER));
      await writeFile(join(folder, 'readme.ts'), blocks.join('\n') + RECEIVED);
      await copyFile(join(PROJECT_ROOT, 'docs/specimen/agreement.pdf'), join(folder, 'lease.pdf'));
      await run(process.execPath, [TSC, '-p', '.'], { cwd: folder }).catch(
        ({ stdout }: { stdout: string }) => {
          throw new Error(`the README does not compile:\n${stdout}`);
        },
      );

      const body = JSON.stringify({ webhookId: 'a', event: 'signature.completed', data: { id: 12 } });
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const child = spawn(process.execPath, ['readme.js', body, signature], {
        cwd: folder,
        env: { COUNTERSIGN_URL: test.url, COUNTERSIGN_API_KEY: apiKey, WEBHOOK_SECRET: SECRET },
      });
      const ended = once(child, 'close');
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
      const link = await until('the link is printed', () => /Sign here: (\S+)/.exec(printed)?.[1]);
      await new SimulatedSigner(link!).sign(SIGNER);
      const [status] = await ended;
      expect({ status, printed }).toMatchObject({ status: 0 });
      for (const line of [
        /^Verify here: http/m,
        /^\d+ Your lease$/m,
        /^1 pending$/m,
        /^signature\.completed [0-9a-f-]{36}$/m,
        /^Go on from \S+$/m,
        /^true$/m,
        /^Already sent: /m,
        /^Completed: 12$/m,
        /^Answers 204 401$/m,
      ])
        expect(printed).toMatch(line);
      const signed = await readFile(join(folder, 'signed.pdf'));
      expect(signed.subarray(0, 5).toString()).toBe('%PDF-');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  LONGEST_MS,
);
