// Waits for the test run that started it to end, in whatever way, then ends the run's PostgreSQL and its folder.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const folder = process.argv[2];

/** Sends `signal` to the server and says whether there was one. */
function signalServer(signal) {
  try {
    return process.kill(
      parseInt(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10),
      signal,
    );
  } catch {
    return false;
  }
}

process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
// An immediate shutdown: nothing of a test run is worth writing down.
signalServer('SIGQUIT');
while (signalServer(0)) await wait(20);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
