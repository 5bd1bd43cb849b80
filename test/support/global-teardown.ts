import { once } from 'node:events';

/** The guard sees its input end, stops PostgreSQL, removes its folder and exits. */
export default async function tearDown(): Promise<void> {
  const guard = globalThis.postgresGuard;
  if (!guard || guard.exitCode !== null) return;
  guard.ref();
  guard.stdin?.end();
  await once(guard, 'exit');
}
