import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // The teardown runs in the same process and finds the guard here.
  var runGuard: ChildProcess | undefined;
}

/**
 * Creates the run's folder. It holds PostgreSQL, which starts with the first spec file that needs a database, and results
 * that are computed once per run. A guard process stops the server and removes the folder when the run ends, even if it
 * is killed.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  // Under root, the server runs under another account, which must reach it.
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
