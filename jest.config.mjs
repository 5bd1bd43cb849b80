import { join } from 'node:path';

const BUILD = join(import.meta.dirname, '.test/build');

/**
 * Specs are found as sources and run as compiled by scripts/compile-tests.mjs. One PostgreSQL for the run; each test file
 * works on a clone of the migrated template.
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  transform: {},
  runner: [`${BUILD}/test/support/runner/runner.js`, { buildDir: BUILD }],
  globalSetup: `${BUILD}/test/support/global-setup.js`,
  globalTeardown: `${BUILD}/test/support/global-teardown.js`,
  // A test that takes longer says so itself.
  testTimeout: 60_000,
  // One more than two cores: tests wait for databases, browsers and children about a third of the time.
  maxWorkers: 3,
  // A worker that has grown is replaced between two files.
  workerIdleMemoryLimit: '1GB',
};
