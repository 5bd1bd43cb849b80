// Makes what the quick start uploads: docs/specimen/passport.jpg and docs/specimen/agreement.pdf.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const { writeSpecimen } = await import('../dist/scripts/mrz/specimen.js');
await writeSpecimen(join(root, 'docs/specimen/passport.jpg'));
const { writeAgreement } = await import('../dist/scripts/specimen-agreement.js');
await writeAgreement(join(root, 'docs/specimen/agreement.pdf'));
