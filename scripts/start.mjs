// `npm start`: runs the service, after installing and building what is needed. package.json says `exec node …` so that the
// signals that npm passes on reach this process and not a shell that ignores them; the shell of Windows knows no exec and
// runs what follows it.
import { clearInterval, setInterval } from 'node:timers';
import { ensureRunnable } from './prepare.mjs';

const LOOK_MS = 500;

if (process.env.npm_lifecycle_event === 'start') endWithNpm(process.ppid);
ensureRunnable();
await import('../dist/src/main.js');

/** An npm that was killed passes nothing on; without it nobody would know of the service. */
function endWithNpm(npm) {
  const look = () => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  };
  const timer = setInterval(look, LOOK_MS).unref();
}
