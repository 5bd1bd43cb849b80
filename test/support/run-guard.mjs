// Waits until the test run that started it ends in any way. Then stops the run's PostgreSQL, kills every process that the
// run left behind, and removes the run's folder.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const folder = process.argv[2];

/** Sends `signal` to the PostgreSQL server. @returns whether it is running */
function signalServer(signal) {
  try {
    return process.kill(
      parseInt(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10),
      signal,
    );
  } catch {
    return false;
  }
}

/** Whether a process has the run's folder in its environment (Linux). A process that has ended has no environment. */
function belongsToRun(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TEST_RUN_DIR=${folder}`);
  } catch {
    return false;
  }
}

function endProcessesOfRun() {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  for (const pid of pids.map(Number))
    if (pid !== process.pid && belongsToRun(pid)) process.kill(pid, 'SIGKILL');
}

process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
// SIGQUIT is an immediate shutdown: the data of a test run is not needed any more.
signalServer('SIGQUIT');
while (signalServer(0)) await wait(20);
endProcessesOfRun();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
