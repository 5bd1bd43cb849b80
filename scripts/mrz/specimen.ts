import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderPassport } from './render-passport.js';

/** Writes the specimen photo as JPEG: the page on a desk, slightly skewed, as if taken with a phone. */
export async function writeSpecimen(path: string): Promise<void> {
  const photo = await renderPassport(
    {},
    { background: 'desk', skew: -1.5, perspective: 0.03, unevenLight: 0.12, noise: 2, jpegQuality: 78 },
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, photo);
}
