import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isRunning } from '../presence.js';
import { pathToWorkingFolder, programIn, runAs, type ServerAccount } from './server-account.js';

export const SUPERUSER = 'countersign';
const PASSWORD_FILE = 'countersign-password';
const DRAFT = 'cluster.draft-';

/** Everything about a server that does not change while it runs. */
export interface ServerHome {
  account: ServerAccount;
  binaries: string;
  /** Our folder for the cluster, the log and the presence files. */
  dataDir: string;
  cluster: string;
}

/** Creates a folder that only this process and the server's account may enter. */
export function makeFolderFor(account: ServerAccount, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(account, folder);
}

/**
 * Creates the database cluster if it does not exist. It is created under another name, including its password, and
 * renamed when complete: a killed start leaves nothing incomplete, and of two concurrent starts the first one wins.
 */
export async function ensureCluster(home: ServerHome): Promise<void> {
  removeAbandonedDrafts(home.dataDir);
  if (existsSync(home.cluster)) return;
  const draft = join(home.dataDir, `${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  try {
    makeFolderFor(home.account, draft);
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(home.account, passwordFile);
    await initialise(home, draft, basename(passwordFile));
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, home.cluster);
  } catch (error) {
    if (!existsSync(home.cluster)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

export function readPassword(home: Pick<ServerHome, 'cluster'>): string {
  return readFileSync(join(home.cluster, PASSWORD_FILE), 'utf8');
}

/** The builtin locale folds case for all of Unicode and sorts the same way on every platform. */
async function initialise(home: ServerHome, folder: string, passwordName: string): Promise<void> {
  const here = pathToWorkingFolder(home.account, folder);
  const { status, output } = await runAs(
    home.account,
    programIn(home.binaries, 'initdb'),
    [
      '-D',
      here,
      '-U',
      SUPERUSER,
      '--auth=scram-sha-256',
      `--pwfile=${here}/../${passwordName}`,
      '-E',
      'UTF8',
    ].concat(['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    { cwd: folder },
  );
  if (status !== 0) throw new Error(`initdb failed: ${output.trim()}`);
}

function removeAbandonedDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = name.startsWith(DRAFT) ? parseInt(name.slice(DRAFT.length), 10) : process.pid;
    if (!isRunning(pid)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function giveTo(account: ServerAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}
