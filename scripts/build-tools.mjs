// Compiles benchmarks and scripts, and the helpers of tests that they use, into dist, beside the service that they import.
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { ROOT } from './prepare.mjs';

await compile(['bench', 'scripts', 'test/faults', 'test/security', 'test/support'], join(ROOT, 'dist'));
