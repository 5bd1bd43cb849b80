// `npm run specimen`: draws the files that the quick start uploads, docs/specimen/passport.jpg and agreement.pdf.
import { join } from 'node:path';
import { ensureInstalled, ensureToolsBuilt, ROOT } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
const { writeSpecimen } = await import('../dist/scripts/mrz/specimen.js');
const { writeAgreement } = await import('../dist/scripts/specimen-agreement.js');
await writeSpecimen(join(ROOT, 'docs/specimen/passport.jpg'));
await writeAgreement(join(ROOT, 'docs/specimen/agreement.pdf'));
