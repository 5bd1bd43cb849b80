import { once } from 'node:events';

/** The guard sees its input end, cleans up and exits. */
export default async function tearDown(): Promise<void> {
  const guard = globalThis.runGuard;
  if (!guard || guard.exitCode !== null) return;
  guard.ref();
  guard.stdin?.end();
  await once(guard, 'exit');
}
