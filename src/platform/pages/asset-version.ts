import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_DIR } from '../config/paths.js';

/**
 * Changes with the bundled scripts and styles. It is part of asset addresses, so that they can be cached for a long
 * time.
 */
export const ASSET_VERSION = assetVersion();

function assetVersion(): string {
  const hash = createHash('sha256');
  if (existsSync(PUBLIC_DIR)) {
    const files = readdirSync(PUBLIC_DIR).filter((name) => /\.(js|mjs|css)$/.test(name));
    for (const name of files.sort()) hash.update(name).update(readFileSync(join(PUBLIC_DIR, name)));
  }
  return hash.digest('hex').slice(0, 12);
}
