import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walkProduction } from '../../scripts/production-walk.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { createTestDatabase } from '../support/database.js';
import { descendantsOf } from '../support/processes.js';
import { ServerProcess } from '../support/server-process.js';

const PROFILE = join(PROJECT_ROOT, 'deploy/seccomp.json');
const LOADER = ['python3', join(PROJECT_ROOT, 'scripts/seccomp-profile.py')];
const UNDER_PROFILE = [...LOADER, PROFILE, 'run'];
const LIMIT = /pids_limit: (\d+)/.exec(readFileSync(join(PROJECT_ROOT, 'compose.yaml'), 'utf8'))![1]!;
/** As many threads as compose.yaml allows. Linux counts them by account, and only root can switch to another one. */
const LIMITED = process.getuid?.() === 0 ? ['prlimit', `--nproc=${LIMIT}`] : [];
/** `node` in the image. */
const USER = 1000;
/** The service starts, and does all the work that needs its child processes. */
const LONGEST_MS = 120_000;
/** Named by the profile, although Linux lets ordinary users make these calls. */
const USUALLY_ALLOWED = ['ptrace', 'keyctl', 'name_to_handle_at'];
/** Without any capability, where no program can grant one. */
const UNPRIVILEGED = { CapEff: '0000000000000000', NoNewPrivs: '1' };

const shipped = JSON.parse(readFileSync(PROFILE, 'utf8')) as { syscalls: { names: string[] }[] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-profile-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...[program, ...args]: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(program!, args, { encoding: 'utf8' });
}

/** The outcomes of system calls under a profile, by name, without those of other processors. */
function attempt(profile: string, calls: string[]): Record<string, string> {
  const { stdout, stderr } = run(...LOADER, profile, 'attempt', ...calls);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, string>;
}

/** How the kernel confines a process (proc(5)). */
function holdOn(pid: number): Record<string, string> {
  const fields = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(\w+):\s+(\w+)$/gm);
  const {
    CapEff,
    NoNewPrivs,
    Seccomp_filters: filters,
  } = Object.fromEntries([...fields].map(([, name, value]) => [name, value])) as Record<string, string>;
  return { CapEff: CapEff!, NoNewPrivs: NoNewPrivs!, filters: filters! };
}

describe('the seccomp profile for containers', () => {
  it('refuses every call that it names', () => {
    const outcomes = attempt(
      PROFILE,
      shipped.syscalls.flatMap(({ names }) => names),
    );
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['kexec_load', 'bpf', 'mount_setattr']));
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'EPERM')).toEqual([]);
    const open = join(folder, 'open.json');
    writeFileSync(open, JSON.stringify({ ...shipped, syscalls: [] }));
    expect(Object.values(attempt(open, USUALLY_ALLOWED))).not.toContain('EPERM');
  });

  it('lets nobody mount anything except in their own namespaces', () => {
    const mount = ['mount', '-t', 'tmpfs', 'none', folder];
    const asRootOfItsOwn = [...UNDER_PROFILE, 'unshare', '--map-root-user'];
    expect(run(...asRootOfItsOwn, ...mount).stderr).toContain('permission denied');
    expect(run(...asRootOfItsOwn, '--mount', ...mount)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(folder);
  });

  it(
    'lets the service do all its work with sandboxed child processes, and run commands next to it',
    () => workUnder([...UNDER_PROFILE, ...LIMITED]),
    LONGEST_MS,
  );
});

// As in src/platform/config/deployment.spec.ts: not every machine has systemd.
(existsSync('/usr/bin/systemd-analyze') ? it : it.skip)(
  'the system calls that the systemd unit allows are enough for all of that',
  async () => {
    const allowed = new Set<string>();
    const unit = readFileSync(join(PROJECT_ROOT, 'deploy/countersign.service'), 'utf8');
    for (const [, sign, list] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
      for (const name of list!.split(' ').flatMap(expand)) allowed[sign ? 'delete' : 'add'](name);
    expect([...allowed]).toEqual(expect.arrayContaining(['execve', 'mount']));
    expect([...allowed]).not.toContain('reboot');
    const profile = join(folder, 'unit.json');
    const syscalls = [{ names: [...allowed], action: 'SCMP_ACT_ALLOW' }];
    writeFileSync(profile, JSON.stringify({ defaultAction: 'SCMP_ACT_ERRNO', archMap: [], syscalls }));
    await workUnder([...LOADER, profile, 'run']);
  },
  LONGEST_MS,
);

/** The system calls of one of systemd's sets, such as `@mount`, or the one with that name. */
function expand(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const { stdout } = run('systemd-analyze', 'syscall-filter', name);
  const [, ...lines] = stdout.split('\n').map((line) => line.trim());
  return lines.filter((line) => line && !line.startsWith('#')).flatMap(expand);
}

async function workUnder(wrapper: string[]): Promise<void> {
  const database = await createTestDatabase();
  const server = await ServerProcess.prepare({ DATABASE_URL: database.url }, wrapper);
  try {
    if (process.getuid!() === 0) chownSync(server.dataDir, USER, USER);
    await server.start();
    expect(holdOn(server.pid)).toEqual({ ...UNPRIVILEGED, filters: '1' });
    await walkProduction({ url: server.url, apiKey: server.secret('API key') });
    const children = descendantsOf(server.pid).filter(({ command }) => /^\S*node /.test(command));
    expect(children).not.toEqual([]);
    // The profile, and within it the filter of the sandbox.
    for (const { pid } of children) expect(holdOn(pid)).toEqual({ ...UNPRIVILEGED, filters: '2' });
    const { checks } = await server.cli('doctor');
    expect(checks).toContainEqual(expect.objectContaining({ name: 'child processes', ok: true }));
  } finally {
    await server.close();
    await database.drop();
  }
}
