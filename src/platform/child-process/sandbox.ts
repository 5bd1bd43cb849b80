import { spawnSync, type StdioOptions } from 'node:child_process';
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeRuntime } from './node-runtime.js';
import { readableBy } from './permission-model.js';
import { FILTER_FD, HAS_FILTER, withFilter } from './system-call-filter.js';

/** How the operating system confines a child that opens untrusted files, best first. */
export const SANDBOX_LAYERS = ['bubblewrap', 'account', 'none'] as const;
export type SandboxLayer = (typeof SANDBOX_LAYERS)[number];

/** A program as `spawn` takes it. */
export interface SandboxedProgram {
  program: string;
  args: string[];
  uid?: number;
  gid?: number;
  /** Whether it requires a filter of system calls as FILTER_FD. */
  isFiltered?: boolean;
}

/** The files and folders visible to a program in a sandbox. All of them exist. */
export interface SandboxView {
  readable: readonly string[];
  /** The program starts no others, needs no sockets and uses no unusual kernel features. */
  isPlain?: boolean;
  /** A folder, which becomes the working folder; the folder SANDBOX_TEMPORARY in it becomes /tmp. */
  writable?: string;
}

/** The name of a folder. */
export const SANDBOX_TEMPORARY = 'tmp';

export interface Sandbox {
  readonly layer: SandboxLayer;
  /** Whether plain programs get a filter of system calls that keeps them from starting others. */
  readonly filtersCalls: boolean;
  wrap(program: string, args: readonly string[], view: SandboxView): SandboxedProgram;
}

/** Reads what every child reads, and exits. */
const TRIAL = ['--eval', 'process.argv.slice(1).forEach((path) => require("fs").accessSync(path, 4))'];
/** Generous, so that a machine that is starting everything at once does not lose its sandbox. */
const TRIAL_MS = 30_000;
/**
 * An account that owns nothing: 65534 is the overflow id, which Linux shows for ids that a namespace does not map.
 */
export const NOBODY = 65_534;

let found: Sandbox | undefined;

/** The best sandbox that works on this machine. Tested once per process. */
export function findSandbox(): Sandbox {
  return (found ??= SANDBOXES.find(stands) ?? NO_SANDBOX);
}

/** @returns null if it does not work on this machine */
export function sandboxOf(layer: SandboxLayer): Sandbox | null {
  return [...SANDBOXES, NO_SANDBOX].find((sandbox) => sandbox.layer === layer && stands(sandbox)) ?? null;
}

const NO_SANDBOX: Sandbox = {
  layer: 'none',
  filtersCalls: false,
  wrap: (program, args) => ({ program, args: [...args] }),
};

/**
 * Another account, which owns nothing. Only root can change to it. It does not keep a program from reading
 * world-readable files, nor from using the network.
 */
const ACCOUNT: Sandbox = {
  layer: 'account',
  filtersCalls: false,
  wrap: (program, args) => ({ program, args: [...args], uid: NOBODY, gid: NOBODY }),
};

/**
 * Namespaces by bubblewrap (bwrap(1)): no network, no processes but its own, no files but those named, no
 * capabilities, nothing to write. It ends with our process, even if that is killed.
 */
function bubblewrap(further: readonly string[], { filtersCalls }: Pick<Sandbox, 'filtersCalls'>): Sandbox {
  return {
    layer: 'bubblewrap',
    filtersCalls,
    wrap: (program, args, { readable, writable, isPlain = false }) => ({
      isFiltered: filtersCalls && isPlain,
      program: 'bwrap',
      args: [
        ...['--unshare-user', '--unshare-all', ...further, '--cap-drop', 'ALL'],
        ...['--uid', `${NOBODY}`, '--gid', `${NOBODY}`, '--hostname', 'sandbox'],
        '--die-with-parent',
        // In this order, because the folders can themselves be in /dev/shm or /tmp.
        ...['--proc', '/proc', '--dev', '/dev'],
        ...readable.flatMap(show),
        ...(writable
          ? ['--bind', join(writable, SANDBOX_TEMPORARY), '/tmp', '--bind', writable, writable]
          : []),
        ...['--remount-ro', '/dev', '--remount-ro', '/'],
        ...(filtersCalls && isPlain ? ['--seccomp', `${FILTER_FD}`] : []),
        ...['--chdir', writable ?? '/', '--', program, ...args],
      ],
    }),
  };
}

/**
 * Versions before 0.8 cannot prevent a program from creating its own namespaces, and not every kernel filters calls.
 */
const SANDBOXES: readonly Sandbox[] = [
  ...[HAS_FILTER, false].flatMap((filtersCalls) => [
    bubblewrap(['--disable-userns'], { filtersCalls }),
    bubblewrap([], { filtersCalls }),
  ]),
  ACCOUNT,
];

/** A top-level link, such as /lib on a system with a merged /usr, stays a link. */
function show(path: string): string[] {
  const isLink = dirname(path) === '/' && lstatSync(path).isSymbolicLink();
  return isLink ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/** Whether Node starts in a sandbox and finds our code there. */
function stands(sandbox: Sandbox): boolean {
  if (sandbox === NO_SANDBOX) return true;
  if (process.platform !== 'linux') return false;
  const readable = readableBy({});
  const trial = sandbox.wrap(process.execPath, [...TRIAL, ...readable], {
    readable: [...nodeRuntime(), ...readable],
    isPlain: true,
  });
  try {
    return startFiltered(trial, (descriptors) => {
      const { program, args, uid, gid } = trial;
      const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ignore', ...descriptors];
      return spawnSync(program, args, { uid, gid, stdio, env: {}, timeout: TRIAL_MS }).status === 0;
    });
  } catch {
    return false;
  }
}

/** Calls `start` with the descriptors that a program must get, from FILTER_FD on. */
export function startFiltered<Result>(
  { isFiltered = false }: SandboxedProgram,
  start: (descriptors: number[]) => Result,
): Result {
  return isFiltered ? withFilter((descriptor) => start([descriptor])) : start([]);
}
