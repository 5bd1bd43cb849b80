import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // The teardown runs in the same process and finds the guard here.
  var runGuard: ChildProcess | undefined;
}

/** An in-memory file system on Linux. */
const IN_MEMORY = '/dev/shm';
/** Several times what a run writes. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Creates the run's folder. It holds PostgreSQL, which starts with the first spec file that needs a database, results
 * that are computed once per run, and all temporary files. A guard process stops the server and removes the folder when
 * the run ends, even if it is killed.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(fastestFolder(), 'countersign-test-'));
  // When run as root, the server runs under another account, which must reach the folder.
  chmodSync(folder, 0o755);
  process.env.TEST_RUN_DIR = folder;
  process.env.TMPDIR = folder;
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'run-guard.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  await once(guard, 'spawn');
  guard.unref();
  globalThis.runGuard = guard;
}

/** Each application gets a database of some 600 files, which take ten times as long to create on a disk. */
function fastestFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
