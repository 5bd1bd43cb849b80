import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { ChildWorker } from '../../src/platform/child-process/child-task.js';
import { type ChildRights } from '../../src/platform/child-process/permission-model.js';
import {
  findSandbox,
  type Sandbox,
  type SandboxLayer,
  sandboxOf,
} from '../../src/platform/child-process/sandbox.js';
import { CODE_DIR } from '../../src/platform/config/paths.js';
import { type Attempt, type Loot, type Oddity } from '../support/evil.child.js';
import { descendantsOf, isAlive, type KnownProcess } from '../support/processes.js';
import { until } from '../support/until.js';

type Outcome = 'nothing' | 'succeeds';
type Residue = Partial<Record<Attempt, Outcome>>;

const ENTRY = '../test/support/evil.child';
/** It decodes pictures, like the children that may load native modules. */
const RIGHTS = { addons: true };
const LIMITS = { timeoutMs: 20_000, maxResidentMb: 512 };

/** In seconds. */
const LONGER_THAN_ANY_TEST = 3_600;

/** The parent never answers a question. */
const NEVER = () => new Promise(() => undefined);

const NOTHING: Record<Attempt, Outcome> = {
  'use a descriptor besides its pipe': 'nothing',
  'read the key': 'nothing',
  'read the parent’s environment': 'nothing',
  'read the parent’s memory': 'nothing',
  'see other processes': 'nothing',
  'read another tenant’s picture': 'nothing',
  'read it with a native module': 'nothing',
  write: 'nothing',
  'write with a native module': 'nothing',
  'start a shell': 'nothing',
  'start Node.js': 'nothing',
  connect: 'nothing',
  'signal the parent': 'nothing',
};

/** What confines a child. By default the permission model of Node.js does too, and allows native modules. */
interface Holder {
  layer: SandboxLayer;
  isLayerAlone?: boolean;
  rights?: ChildRights;
}

/** What each holder leaves open with Node.js 20 to 24, as in docs/operations.md. */
const RESIDUES: [string, Holder, Residue][] = [
  ['bubblewrap', { layer: 'bubblewrap' }, {}],
  ['bubblewrap alone', { layer: 'bubblewrap', isLayerAlone: true }, {}],
  [
    'another account',
    { layer: 'account' },
    { 'write with a native module': 'succeeds', connect: 'succeeds' },
  ],
  [
    'the permission model without native modules',
    { layer: 'none', rights: {} },
    { connect: 'succeeds', 'signal the parent': 'succeeds' },
  ],
  [
    'the permission model alone',
    { layer: 'none' },
    {
      'read it with a native module': 'succeeds',
      'write with a native module': 'succeeds',
      connect: 'succeeds',
      'signal the parent': 'succeeds',
    },
  ],
];

let home: string;
let loot: Loot;
let server: Server;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-evil-'));
  const vault = join(home, 'vault');
  const folder = join(home, 'open');
  await mkdir(vault, { mode: 0o700 });
  await mkdir(folder);
  for (const path of [home, folder]) await chmod(path, 0o777);
  const keyFile = join(vault, 'encryption.key');
  await writeFile(keyFile, 'secret', { mode: 0o600 });
  const picture = join(vault, 'passport.png');
  await sharp({ create: { width: 2, height: 2, channels: 3, background: 'blue' } }).toFile(picture);
  server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  loot = { keyFile, picture, folder, parent: process.pid, port };
});
afterAll(async () => {
  server?.close();
  await rm(home, { recursive: true, force: true });
});

async function inChild<Output>(
  { layer, isLayerAlone = false, rights = RIGHTS }: Holder,
  task: object,
): Promise<Output> {
  const sandbox = sandboxOf(layer)!;
  const worker = new ChildWorker<object, Output>(ENTRY, rights, () =>
    isLayerAlone ? withoutPermissionModel(sandbox) : sandbox,
  );
  try {
    return await worker.run(task, LIMITS, undefined, NEVER);
  } finally {
    worker.stop();
  }
}

const PERMISSION_FLAG = /^--(?:permission$|experimental-permission$|allow-)/;

const withoutPermissionModel = (sandbox: Sandbox): Sandbox => ({
  ...sandbox,
  wrap: (program, args, view) =>
    sandbox.wrap(
      program,
      args.filter((argument) => !PERMISSION_FLAG.test(argument)),
      view,
    ),
});

describe('a hostile child process', () => {
  it('a child process runs in bubblewrap wherever that works, and it must work where these tests run', () => {
    expect(findSandbox().layer).toBe('bubblewrap');
  });

  // Only root can change the account.
  const holders = RESIDUES.filter(([, { layer }]) => layer !== 'account' || process.getuid!() === 0);
  it.each(holders)('a child process can reach no more than %s leaves open', async (_, holder, residue) => {
    expect(sandboxOf(holder.layer)).toMatchObject({ layer: holder.layer });
    expect(await inChild(holder, { loot })).toEqual({ ...NOTHING, ...residue });
    const left = residue['write with a native module'] ? ['pixel.png'] : [];
    expect(await readdir(loot.folder)).toEqual(left);
    for (const name of left) await rm(join(loot.folder, name));
  });

  it.each<[Oddity, string]>([
    ['number', 'neither an answer nor a question'],
    ['command', 'neither an answer nor a question'],
    ['garbage', 'bytes that are not a message'],
    ['too long', 'a message of 4294967295 bytes'],
    ['two questions', 'asked a second question before the first was answered'],
  ])('a child process cannot hurt its parent by sending something else: %s', async (oddity, message) => {
    await expect(inChild({ layer: 'bubblewrap' }, { oddity })).rejects.toThrow(message);
  });

  it('a child process that sends more than the answer is ended', async () => {
    const worker = new ChildWorker<object, unknown>(ENTRY, RIGHTS);
    try {
      expect(await worker.run({ oddity: 'after the answer' }, LIMITS)).toBe(1);
      await until('it has ended', () => worker.residentMb() === 0);
      expect(await worker.run({ loot }, LIMITS)).toEqual(NOTHING);
    } finally {
      worker.stop();
    }
  });

  it('ends a child process with everything that it started', async () => {
    const worker = new ChildWorker<object, number>(ENTRY, {}, () =>
      withoutPermissionModel(sandboxOf('none')!),
    );
    let asleep: KnownProcess | undefined;
    try {
      const pid = await worker.run({ sleepSeconds: LONGER_THAN_ANY_TEST }, LIMITS);
      asleep = descendantsOf(process.pid).find((each) => each.pid === pid);
      expect(asleep).toMatchObject({ command: `/bin/sleep ${LONGER_THAN_ANY_TEST}` });
      worker.stop();
      await until('what it has started has ended', () => !isAlive(asleep!));
    } finally {
      worker.stop();
      if (asleep && isAlive(asleep)) process.kill(asleep.pid);
    }
  });

  it('a child process inherits no descriptor that the service was started with', () => {
    const module = pathToFileURL(join(CODE_DIR, 'src/platform/child-process/inherited-descriptors.js')).href;
    const script = `
      const { closeInheritedDescriptors } = await import('${module}');
      const { fstatSync } = await import('node:fs');
      const isOpen = () => { try { return !!fstatSync(200); } catch { return false; } };
      const before = isOpen();
      closeInheritedDescriptors();
      console.log(before, isOpen());`;
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = spawnSync('bash', ['-c', 'exec 200<"$0"; exec "$@"', loot.keyFile, ...node], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    expect(stdout).toBe('true false\n');
  });
});
