import { type Office } from './office.js';
import { type OfficePage, pagesOf, unfold } from './office-page.js';

const owner = pagesOf((office) => office.owner);
const founder = pagesOf((office) => office.founder);

const bulkPage =
  (which: keyof Office['bulkSends'], step = ''): OfficePage['address'] =>
  ({ bulkSends }) =>
    `bulk-sends/${bulkSends[which]}${step}`;

/** The pages of bulk sends. */
export const BULK_PAGES: readonly OfficePage[] = [
  owner('bulk-sends', 'bulk-sends'),
  founder('bulk-sends: none', 'bulk-sends'),
  owner('bulk-new', 'bulk-sends/new'),
  founder('bulk-new: without a template', 'bulk-sends/new'),
  owner('bulk-upload', bulkPage('empty', '/upload')),
  owner('bulk-upload: with rows to mend', bulkPage('faulty', '/upload')),
  owner('bulk-reading', bulkPage('asked', '/reading')),
  owner('bulk-columns', bulkPage('faulty', '/columns')),
  owner('bulk-columns: missing', bulkPage('unmapped', '/columns')),
  owner('bulk-check', bulkPage('faulty', '/check')),
  owner('bulk-check: warnings', bulkPage('faulty', '/check?show=warnings')),
  owner('bulk-check: right', bulkPage('right', '/check')),
  owner('bulk-preview', bulkPage('right', '/preview?row=2')),
  owner('bulk-confirm', bulkPage('right', '/send')),
  owner('bulk-confirm: leaving rows out', bulkPage('faulty', '/send')),
  owner('bulk-send', bulkPage('finished')),
  owner('bulk-send: paused', bulkPage('paused'), unfold('Cancel the rest')),
];
