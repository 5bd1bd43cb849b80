import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // Where the teardown, which jest runs in the same process, finds the guard.
  var postgresGuard: ChildProcess | undefined;
}

/**
 * Makes the folder of the run's PostgreSQL, which the first test file that asks for a database starts, and a guard
 * that ends both with the run, even when the run is killed.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  process.env.TEST_POSTGRES_DIR = folder;
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'postgres-guard.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  await once(guard, 'spawn');
  guard.unref();
  globalThis.postgresGuard = guard;
}
