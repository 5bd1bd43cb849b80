// `node scripts/convert-template.mjs docuseal|documenso|docusign TEMPLATE DRAFT`: converts another service's template, in JSON,
// for the draft of a template here (docs/guides/move-from-docuseal.md and its neighbours). Prints the `definition`
// to save, and what is `leftOut` of it.
import { readFileSync } from 'node:fs';
import { fromDocumenso } from './converters/documenso.mjs';
import { fromDocuSeal } from './converters/docuseal.mjs';
import { fromDocuSign } from './converters/docusign.mjs';

const CONVERTERS = { docuseal: fromDocuSeal, documenso: fromDocumenso, docusign: fromDocuSign };
const [service, template, draft] = process.argv.slice(2);
if (!Object.hasOwn(CONVERTERS, service ?? '') || draft === undefined) {
  console.error('Usage: node scripts/convert-template.mjs docuseal|documenso|docusign TEMPLATE DRAFT');
  process.exit(2);
}
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
console.log(JSON.stringify(CONVERTERS[service](read(template), read(draft)), null, 2));
