// Compiles sources and specs for the tests into .test/build, so the workers of a test run load plain JavaScript.
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { ROOT } from './prepare.mjs';

await compile(
  ['src', 'migrations', 'test', 'scripts', 'bench', 'sdk/typescript/src'],
  join(ROOT, '.test/build'),
);
