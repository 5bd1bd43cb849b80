// `npm run build [-- --force] [-- PART…]`: builds the outdated parts of dist, or only those named.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, recordBuilt, stampOf, stateOf } from './build-parts.mjs';
import { ensureBuildPackages, ROOT, runBeside } from './prepare.mjs';

const BUILDERS = {
  service: async () => {
    for (const folder of ['src', 'migrations'])
      rmSync(join(ROOT, 'dist', folder), { recursive: true, force: true });
    await runBeside(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
    await (await import('./bundle-children.mjs')).bundleChildren();
  },
  'receiver helper': () =>
    runBeside(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.webhooks.json']),
  'browser scripts': async () => (await import('./build-client.mjs')).buildClient(),
  'bundled libraries': async () => (await import('./build-vendor.mjs')).buildVendor(),
};

const [options, named] = [true, false].map((wanted) =>
  process.argv.slice(2).filter((argument) => argument.startsWith('--') === wanted),
);

async function build(part) {
  if (stateOf(part) === 'current' && !options.includes('--force')) return;
  console.error(`Building the ${part} …`);
  rmSync(stampOf(part), { force: true });
  await BUILDERS[part]();
  recordBuilt(part);
}

ensureBuildPackages();
await Promise.all((named.length > 0 ? named : Object.keys(PARTS)).map(build));
