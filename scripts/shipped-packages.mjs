// Third-party work that runs on the server or in browsers, for the notices and the bill of materials.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { clientBundle, COPIED_TO_CLIENT } from './build-client.mjs';
import { COPIED_TO_VENDOR, pdfJsBundle, vendorBundle } from './build-vendor.mjs';
import { ROOT } from './prepare.mjs';

/** The packages of package-lock.json, by path. */
export const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/**
 * Paths in package-lock.json of packages that a production install keeps or that are built into dist, with where they
 * run.
 */
export async function shippedPackages() {
  const places = new Map();
  const add = (path, place) => places.set(path, (places.get(path) ?? new Set()).add(place));
  for (const path of Object.keys(LOCK).filter(isInstalled)) add(path, 'server');
  for (const path of await packagesIn(vendorBundle, COPIED_TO_VENDOR)) add(path, 'server');
  for (const path of await packagesIn(pdfJsBundle, [])) add(path, 'server');
  for (const path of await packagesIn(clientBundle, COPIED_TO_CLIENT)) add(path, 'browsers');
  return places;
}

/** Whether a production install on any platform has it. */
function isInstalled(path) {
  const { dev, link, optional, os, cpu } = LOCK[path];
  const isOfOtherPlatform = optional && !os && !cpu && !existsSync(join(ROOT, path));
  return path.startsWith('node_modules/') && !dev && !link && !isOfOtherPlatform;
}

async function packagesIn(bundle, copied) {
  const { metafile } = await build({ ...bundle, write: false });
  const bundled = Object.keys(metafile.inputs).map(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0],
  );
  return [...bundled.filter(Boolean), ...copied.map((name) => `node_modules/${name}`)];
}
