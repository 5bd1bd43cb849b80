// `npm run cli -- <command>`
import { ensureRunnable } from './prepare.mjs';

ensureRunnable();
await import('../dist/src/cli.js');
