import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whom the server runs as. Without ids: the user who runs this process. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

export interface ToolResult {
  status: number | null;
  /** What the program wrote, or why it did not start. Empty when it wrote to a file. */
  output: string;
}

const CANDIDATES = ['postgres', 'nobody'];
/** Only what the programs need: none of our secrets, and no PG* variable that would change where they look. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the one that owns `cluster` already, else
 * `postgres`, else `nobody`. Throws when the system has neither.
 */
export function chooseServerAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    return { uid, gid };
  }
  for (const name of CANDIDATES) {
    const uid = lookUp('-u', name);
    const gid = lookUp('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL cannot run as root: create a user named postgres, run as another user, or set DATABASE_URL.',
  );
}

function lookUp(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/**
 * The path by which `account` reaches its own working folder.
 *
 * A lent account may not walk there when the project lies beneath a private home. It need not: we enter the folder
 * before we change the account, and `/proc/self/cwd` leads there without passing the parents.
 */
export function pathToWorkingFolder(account: ServerAccount, folder: string): string {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** Runs `program` in `cwd` as `account`. With `outputFile` (a descriptor), what it and its children write goes there. */
export function runAs(
  account: ServerAccount,
  program: string,
  args: string[],
  options: { cwd: string; outputFile?: number },
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const sink = options.outputFile ?? 'pipe';
    const child = spawn(program, args, {
      ...account,
      cwd: options.cwd,
      stdio: ['ignore', sink, sink],
      env: process.platform === 'win32' ? undefined : ENVIRONMENT,
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** The file name of one of the server's programs. */
export function programIn(binaries: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
