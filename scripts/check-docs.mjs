// `npm run check`: checks the documentation mechanically: width of prose, links, the index of decisions, and figures
// repeated in several places.
import { decisionFaults } from './docs/decisions.mjs';
import { figureFaults } from './docs/figures.mjs';
import { linkFaults } from './docs/links.mjs';
import { readPages } from './docs/pages.mjs';
import { widthFaults } from './docs/width.mjs';

const pages = readPages();
const faults = [widthFaults, linkFaults, decisionFaults, figureFaults].flatMap((check) => check(pages));
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
