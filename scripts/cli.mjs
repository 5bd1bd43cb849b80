// `npm run cli -- <command>`
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
await import('../dist/src/cli.js');
