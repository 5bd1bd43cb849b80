// Compiles benchmarks and scripts, and the test helpers they use, into dist, next to the service that they import.
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { ROOT } from './prepare.mjs';

await compile(['bench', 'scripts', 'test/faults', 'test/security', 'test/support'], join(ROOT, 'dist'));
