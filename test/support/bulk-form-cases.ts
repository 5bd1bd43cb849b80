import { type FormCase } from './form-entry.js';
import { JUNK, LONG } from './settings-form-cases.js';

const NOTHING = Buffer.alloc(0);

/** The forms of bulk sends. */
export const BULK_FORMS: Record<string, FormCase> = {
  'POST bulk-sends/new': {
    entries: [
      { fields: { name: LONG.slice(0, 201), template: '' }, wrong: { name: /200/, template: /Choose/ } },
    ],
  },
  'POST bulk-sends/:id/upload': {
    entries: [
      { fields: {}, file: NOTHING, wrong: { file: /No file|Choose/ } },
      { fields: {}, file: JUNK, wrong: { file: /no rows/ } },
    ],
  },
  'POST bulk-sends/:id/columns': {
    entries: [
      {
        fields: { 'target-0': 'reference', 'target-1': 'reference' },
        wrong: { 'target-1': /same/ },
      },
    ],
    free: ['target-0', 'target-2', 'target-3', 'decimalMark', 'dateOrder'],
  },
};
