import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './paths.js';
import { readEnvironment } from './read-environment.js';

const read = (name: string) => readFileSync(join(PROJECT_ROOT, name), 'utf8');

const SETTINGS = [...read('src/platform/config/environment.ts').matchAll(/ ([A-Z0-9_]+)\?: /g)].map(
  ([, name]) => name!,
);
const isSetting = (name: string) => SETTINGS.includes(name);

/** They need a file or another service, belong to another program, or leave nothing to choose. */
const NOT_IN_COMPOSE =
  /^(?:DATABASE_|SEAL_P12|ENCRYPTION_KEY$|SOFFICE_PATH$|FONTS_DIR$|ROLE$|HTTPS_PROXY$)|_FILE$/;

/** The service's complaints about these variables, except about files of the installation missing on this machine. */
function problemsWith(variables: Record<string, string>): string[] {
  const { problems } = readEnvironment({ ENCRYPTION_KEY: `${'A'.repeat(43)}=`, ...variables });
  return problems.filter((problem) => !/cannot be read \(ENOENT\)|both set/.test(problem));
}

const settingsIn = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name!, value!]));

/** System calls that bubblewrap and Node.js 20 make on the way into the sandbox, as seen by strace. */
const SANDBOX_CALLS = [
  ...[
    'clone',
    'clone3',
    'unshare',
    'mount',
    'umount2',
    'pivot_root',
    'sethostname',
    'prctl',
    'seccomp',
    'setns',
  ],
  ...[
    'capget',
    'capset',
    'chdir',
    'execve',
    'setresuid',
    'setresgid',
    'signalfd4',
    'eventfd2',
    'symlink',
    'statfs',
  ],
];

describe('files for deployment', () => {
  it('sets only existing settings, to allowed values', () => {
    const compose = /^ {2}app:\n([^]*?)\n {2}database:/m.exec(read('compose.yaml'))![1]!;
    const inCompose = settingsIn(compose, /^ {6}([A-Z0-9_]+): (?:\$\{\w+:-)?(.*?)\}?$/gm);
    const inImage = settingsIn(read('Dockerfile'), /^ENV (\w+)=(.*)$/gm);
    expect(Object.keys(inCompose)).toEqual(
      expect.arrayContaining(['PUBLIC_URL', 'S3_BUCKET', 'DATABASE_URL_FILE']),
    );
    expect(problemsWith({ ...inImage, ...inCompose })).toEqual([]);
    const inContainer = Object.keys({ ...inImage, ...inCompose });
    expect(inContainer.filter((name) => !isSetting(name))).toEqual([]);
    const missing = SETTINGS.filter((name) => !inContainer.includes(name));
    expect(missing.filter((name) => !NOT_IN_COMPOSE.test(name))).toEqual([]);

    const unit = settingsIn(read('deploy/countersign.service'), /^Environment=(\w+)=(.*)$/gm);
    const file = settingsIn(read('deploy/countersign.env'), /^#?([A-Z0-9_]+)=(.*)$/gm);
    expect(Object.keys({ ...unit, ...file })).toContain('ENCRYPTION_KEY_FILE');
    expect(problemsWith({ ...unit, ...file })).toEqual([]);
    expect(Object.keys({ ...unit, ...file }).filter((name) => !isSetting(name))).toEqual([]);
  });

  it('lets the container make every system call that the sandbox needs', () => {
    const { defaultAction, syscalls } = JSON.parse(read('deploy/seccomp.json')) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string }[];
    };
    expect(defaultAction).toBe('SCMP_ACT_ALLOW');
    expect([...new Set(syscalls.map(({ action }) => action))]).toEqual(['SCMP_ACT_ERRNO']);
    const refused = syscalls.flatMap(({ names }) => names);
    expect(new Set(refused).size).toBe(refused.length);
    expect(refused.filter((name) => SANDBOX_CALLS.includes(name))).toEqual([]);
  });

  (existsSync('/usr/bin/systemd-analyze') ? it : it.skip)('ships a unit that systemd accepts', () => {
    const unit = join(PROJECT_ROOT, 'deploy/countersign.service');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    // A missing program or settings file on this machine is not the unit's fault.
    const faults = stderr.split('\n').filter((line) => line && !/is not executable|not found/.test(line));
    expect({ faults, status: faults.length === 0 ? 0 : status }).toEqual({ faults: [], status: 0 });
  });
});
