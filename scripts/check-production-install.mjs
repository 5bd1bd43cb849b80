// `npm run check:install`: installs the service for production in a temporary folder, as docs/operations.md describes,
// measures it, runs it, and takes it through its main jobs. Takes two to three minutes on an idle machine.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled, ensureToolsBuilt, ROOT } from './prepare.mjs';

/** For node_modules and dist together; the second reader of print takes 62 of them. */
const MAX_MB = 430;
const LARGEST_SHOWN = 10;
/** Until an idle service has ended after SIGTERM, as stated in docs/operations.md. Longer on a busy machine. */
const LONGEST_STOP_MS = 5_000;

ensureInstalled();
ensureToolsBuilt();
const { walkProduction } = await import('../dist/scripts/production-walk.js');
const { patience } = await import('../dist/test/support/patience.js');

const folder = mkdtempSync(join(tmpdir(), 'countersign-install-'));
const { PATH, HOME } = process.env;
const env = {
  PATH,
  HOME,
  DATA_DIR: join(folder, '.data'),
  PORT: String(await freePort()),
  LOG_LEVEL: 'error',
};
try {
  copyTrackedFiles();
  npm('ci', '--workspaces=false', '--no-audit', '--no-fund');
  npm('run', 'build');
  npm('prune', '--omit=dev');
  measure();
  compareWithBill();
  repairPdf();
  await runService();
  refuseWhatIsIncomplete();
  console.log('The production install is complete.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copyTrackedFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((name) => name && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(folder, file));
}

function npm(...args) {
  const started = performance.now();
  const { status } = spawnSync('npm', ['--loglevel=error', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`);
  console.log(`npm ${args.join(' ')}: ${Math.round((performance.now() - started) / 1000)} s`);
}

function measure() {
  const modules = join(folder, 'node_modules');
  const packages = readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : name,
    )
    .map((name) => ({ name, mb: megabytes(join(modules, name)) }))
    .sort((a, b) => b.mb - a.mb);
  for (const { name, mb } of packages.slice(0, LARGEST_SHOWN))
    console.log(`${mb.toFixed(1).padStart(8)} MB ${name}`);
  const [installed, built] = [megabytes(modules), megabytes(join(folder, 'dist'))];
  console.log(`node_modules ${installed.toFixed(0)} MB, dist ${built.toFixed(0)} MB`);
  if (installed + built > MAX_MB) throw new Error(`That is more than ${MAX_MB} MB.`);
}

/** Checks that the bill of materials lists every installed package. */
function compareWithBill() {
  const bill = join(folder, 'countersign.cdx.json');
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/sbom.mjs'), bill], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The bill of materials cannot be generated.');
  const { components } = JSON.parse(readFileSync(bill, 'utf8'));
  const known = new Set(components.map((each) => `${each['bom-ref']}@${each.version}`));
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const missing = Object.entries(packages)
    .filter(([, { link }]) => !link)
    .map(([path, { version }]) => `${path}@${version}`)
    .filter((each) => each.startsWith('node_modules/') && !known.has(each));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`);
}

/** Disk usage in MiB. */
function megabytes(path) {
  const info = lstatSync(path);
  const below = info.isDirectory() ? readdirSync(path).map((name) => megabytes(join(path, name))) : [];
  return below.reduce((sum, size) => sum + size, (info.blocks * 512) / 1024 ** 2);
}

async function runService() {
  const service = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // Not `exit`, which covers only npm.
  const closed = once(service, 'close');
  let stopMs;
  try {
    const apiKey = await firstApiKey(service);
    const url = `http://localhost:${env.PORT}`;
    const { signedPdf } = await walkProduction({ url, apiKey });
    writeFileSync(join(folder, 'signed.pdf'), signedPdf);
    for (const command of [['doctor'], ['evidence:verify', 'signed.pdf']])
      npm('run', 'cli', '--', ...command);
  } finally {
    service.stdout.resume();
    const begun = performance.now();
    if (service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
    await closed;
    stopMs = performance.now() - begun;
  }
  console.log(`stop after SIGTERM: ${(stopMs / 1000).toFixed(1)} s`);
  if (stopMs > patience(LONGEST_STOP_MS))
    throw new Error(`The service took ${Math.round(stopMs)} ms to stop.`);
}

/** Tests the bundle that the walk does not use: it opens only PDFs that the other library cannot. */
function repairPdf() {
  const code =
    "const { PDFDocument } = await import('#vendor/pdf-lib'); await (await PDFDocument.create()).save();";
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The bundle of pdf-lib does not load.');
}

/** Resolves with the API key of the first run once the service is ready. Without a terminal, the key is in a file. */
async function firstApiKey(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    if (!line.startsWith('Countersign is ready')) continue;
    return /API key\s+(\S+)/.exec(readFileSync(join(env.DATA_DIR, 'first-run.txt'), 'utf8'))[1];
  }
  throw new Error('npm start ended before the service was ready.');
}

/**
 * Checks that without a part of dist, or with packages other than those in package-lock.json, `npm start` reports it
 * and changes nothing.
 */
function refuseWhatIsIncomplete() {
  const [lockFile, installedFile] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
    join(folder, name),
  );
  const [lock, installed] = [lockFile, installedFile].map((file) => readFileSync(file, 'utf8'));
  writeFileSync(lockFile, lock.replace(/("node_modules\/fastify": \{\s*"version": ")[^"]+/, '$10.0.0'));
  expectRefusal(/fastify@0\.0\.0/);
  writeFileSync(lockFile, lock);
  rmSync(join(folder, 'dist'), { recursive: true });
  expectRefusal(/dist lacks the service and the receiver helper and the browser scripts/);
  if (readFileSync(installedFile, 'utf8') !== installed) throw new Error('npm start changed node_modules.');
}

function expectRefusal(message) {
  const { status, stderr } = spawnSync('npm', ['start'], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 1 || !message.test(stderr))
    throw new Error(`npm start should have said ${message}, not: ${stderr}`);
}

function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  return new Promise((resolve) =>
    server.once('listening', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    }),
  );
}
