import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // Where the teardown, which jest runs in the same process, finds the guard.
  var runGuard: ChildProcess | undefined;
}

/**
 * Makes the folder of the run, for its PostgreSQL, which the first spec file that asks for a database starts, and for what
 * is computed once. A guard ends the server and removes the folder with the run, even when the run is killed.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  // The server runs under an account of its own when we are root.
  chmodSync(folder, 0o755);
  process.env.TEST_RUN_DIR = folder;
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'run-guard.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  await once(guard, 'spawn');
  guard.unref();
  globalThis.runGuard = guard;
}
