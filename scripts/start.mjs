// `npm start`: runs the service, after installing and building what is needed.
import { ensureRunnable } from './prepare.mjs';

ensureRunnable();
await import('../dist/src/main.js');
