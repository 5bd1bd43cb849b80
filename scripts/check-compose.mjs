// `npm run check:compose`: starts what compose.yaml describes from the sources, as docs/operations.md says, waits until the
// service is ready, and removes it again with its data. Needs Docker with Compose. The secrets are made for the check and
// kept apart from those of an installation, and what a killed check has left is removed by the next one.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const FOLDER = join(ROOT, '.test/compose');
const OVERRIDE = join(FOLDER, 'compose.json');
// Naming the files leaves out compose.override.yaml, which belongs to an installation.
const PROJECT = [
  ...['compose', '--project-name', 'countersign-check'],
  ...['--file', join(ROOT, 'compose.yaml'), '--file', OVERRIDE],
];
const READY = 'http://localhost:3000/readyz';
const LONGEST_SECONDS = 300;

const hex = () => randomBytes(24).toString('hex');
const SECRETS = {
  encryption_key: randomBytes(32).toString('base64'),
  database_password: hex(),
  database_url: `postgres://countersign_service:${hex()}@database:5432/countersign`,
};

// The programs that are started here receive such signals too, and end. What follows them then still runs.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const fileOf = (name) => join(FOLDER, name);
for (const [name, text] of Object.entries(SECRETS)) writeFileSync(fileOf(name), text, { mode: 0o644 });
const secrets = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, { file: fileOf(name) }]));
writeFileSync(OVERRIDE, JSON.stringify({ secrets }));

let isReady;
try {
  // A database that was left by a killed check has other passwords.
  remove();
  const isUp = docker('up', '--build', '--detach', '--wait', '--wait-timeout', String(LONGEST_SECONDS));
  isReady = isUp && (await answers(READY));
  if (!isReady) docker('logs', '--tail', '100');
} finally {
  remove();
  rmSync(FOLDER, { recursive: true });
}
console.log(isReady ? `${READY} answered 200` : `FAILED ${READY} did not answer 200`);
process.exit(isReady ? 0 : 1);

function remove() {
  docker('down', '--volumes', '--remove-orphans');
}

/** @returns whether it ended well */
function docker(...args) {
  return spawnSync('docker', [...PROJECT, ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

async function answers(url) {
  const response = await fetch(url).catch((error) => console.error(`${url}: ${error.message}`));
  return response?.status === 200;
}
