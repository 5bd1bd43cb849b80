// `npm start`: runs the service, after installing and building what is needed. package.json uses `exec node …`, so
// signals forwarded by npm reach this process and not a shell that ignores them. The Windows shell has no exec, and
// runs the command after `||`.
import { clearInterval, setInterval } from 'node:timers';
import { ensureRunnable } from './prepare.mjs';

const LOOK_MS = 500;

if (process.env.npm_lifecycle_event === 'start') endWithNpm(process.ppid);
ensureRunnable();
await import('../dist/src/main.js');

/** Ends the service if npm is killed, since it then forwards no signals and the service would run on unnoticed. */
function endWithNpm(npm) {
  const look = () => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  };
  const timer = setInterval(look, LOOK_MS).unref();
}
