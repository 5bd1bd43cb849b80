// `npm run build [-- --force]`: builds the parts of dist that are out of date.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, recordBuilt, stampOf, stateOf } from './build-parts.mjs';
import { ensureInstalled, ROOT, run } from './prepare.mjs';

const BUILDERS = {
  service: () => {
    for (const folder of ['src', 'migrations'])
      rmSync(join(ROOT, 'dist', folder), { recursive: true, force: true });
    run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
  },
  'browser scripts': async () => (await import('./build-client.mjs')).buildClient(),
  'bundled libraries': async () => (await import('./build-vendor.mjs')).buildVendor(),
};

ensureInstalled();
for (const part of Object.keys(PARTS)) {
  if (stateOf(part) === 'current' && !process.argv.includes('--force')) continue;
  console.error(`Building the ${part} …`);
  rmSync(stampOf(part), { force: true });
  await BUILDERS[part]();
  recordBuilt(part);
}
