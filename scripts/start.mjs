// `npm start`: installs if needed, builds if stale, runs.
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
await import('../dist/src/main.js');
