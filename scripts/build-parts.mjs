// The parts of dist, and whether each is up to date. A part is rebuilt only when its own sources change, so editing a
// benchmark, a script or a test rebuilds nothing.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const STAMPS = join(ROOT, 'dist/.stamps');

/** The sources of each part. */
export const PARTS = {
  service: [
    'src',
    'migrations',
    'tsconfig.json',
    'tsconfig.build.json',
    'nest-cli.json',
    'scripts/bundle-children.mjs',
    'package-lock.json',
  ],
  'receiver helper': ['src/webhook-receiver', 'tsconfig.json', 'tsconfig.webhooks.json', 'package-lock.json'],
  'browser scripts': ['client', 'scripts/build-client.mjs', 'package-lock.json'],
  'bundled libraries': ['vendor', 'scripts/build-vendor.mjs', 'package-lock.json'],
};

/** @returns `current`, `outdated` or `missing`. Without the sources, the shipped build counts as current. */
export function stateOf(part) {
  const stamp = stampOf(part);
  if (!existsSync(stamp)) return 'missing';
  const areSourcesHere = existsSync(join(ROOT, PARTS[part][0]));
  return !areSourcesHere || readFileSync(stamp, 'utf8') === digest(part) ? 'current' : 'outdated';
}

/** Records that the part was built from its current sources. */
export function recordBuilt(part) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampOf(part), digest(part));
}

/** The file with the digest of the sources used for building the part. */
export const stampOf = (part) => join(STAMPS, part.replace(' ', '-'));

/** SHA-256 of the names and contents of the part's sources, without specs. */
function digest(part) {
  const hash = createHash('sha256');
  for (const file of PARTS[part].flatMap(filesBelow))
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return path.endsWith('.spec.ts') ? [] : [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
