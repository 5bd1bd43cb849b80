import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The account that runs the server. Without ids: that of this process. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

export interface ToolResult {
  status: number | null;
  /** The program's output, or why it did not start. Empty if the output went to a file. */
  output: string;
}

const CANDIDATES = ['postgres', 'nobody'];
/** Only what the programs need: no secrets, and no PG* variables, which would change what they connect to. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL refuses to run as root, so root uses another account: the owner of `cluster`, otherwise `postgres`,
 * otherwise `nobody`.
 * @throws Error if there is none
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
 * The path by which `account` reaches its working folder.
 *
 * If the project is below a private home, another account may not be able to traverse the path. It does not need to:
 * we enter the folder before changing accounts, and `/proc/self/cwd` leads there without the parent folders.
 */
export function pathToWorkingFolder(account: ServerAccount, folder: string): string {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Runs `program` in `cwd` as `account`. Its output and that of its children goes to `outputFile` (a descriptor), if
 * given.
 */
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

/** The path of one of the server's programs. */
export function programIn(binaries: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
