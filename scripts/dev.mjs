// `npm run dev`: runs the service, and rebuilds and restarts it when a file in src, client or views changes. The
// embedded database keeps running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';

/** Editors save a file in several steps. */
const SETTLE_MS = 100;

ensureInstalled();
ensureBuilt();
const { context } = await import('esbuild');
const { clientBundle, removeCompressed } = await import('./build-client.mjs');
const { openDatabase } = await import('../dist/src/boot.js');
const { loadSettings } = await import('../dist/src/platform/config/load-settings.js');

// The embedded database stops when the last process that uses it ends. This process stays.
const database = await openDatabase(loadSettings());
let service = startService();
let timer;
let restarting = Promise.resolve();

const compiler = spawn(
  process.execPath,
  ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--watch', '--preserveWatchOutput'],
  { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
);
const restartAfterFirstBuild = skipFirst(scheduleRestart);
createInterface({ input: compiler.stdout }).on('line', (line) => {
  if (line) console.error(line);
  if (line.includes('Found 0 errors')) restartAfterFirstBuild();
});

const restartAfterFirstBundle = skipFirst(scheduleRestart);
const onEnd = ({ errors }) => errors.length === 0 && restartAfterFirstBundle();
const bundler = await context({
  ...clientBundle,
  plugins: [{ name: 'restart', setup: (bundle) => bundle.onEnd(onEnd) }],
});
removeCompressed();
await bundler.watch();
const views = watch(join(ROOT, 'views'), { recursive: true }, scheduleRestart);

process.once('SIGINT', stop);
process.once('SIGTERM', stop);

function startService() {
  const env = { UV_THREADPOOL_SIZE: '256', ...process.env };
  return spawn(process.execPath, ['dist/src/main.js'], { cwd: ROOT, env, stdio: 'inherit' });
}

function scheduleRestart() {
  clearTimeout(timer);
  timer = setTimeout(() => (restarting = restarting.then(restartService)), SETTLE_MS);
}

async function restartService() {
  console.error('Restarting …');
  await end(service);
  service = startService();
}

async function stop() {
  clearTimeout(timer);
  views.close();
  await restarting;
  await Promise.all([end(service), end(compiler), bundler.dispose()]);
  await database.stop();
  process.exit();
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The first build only repeats `ensureBuilt`. */
function skipFirst(action) {
  let isFirst = true;
  return () => {
    if (!isFirst) action();
    isFirst = false;
  };
}
