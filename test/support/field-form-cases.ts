import { type FormCase } from './form-entry.js';
import { LONG } from './settings-form-cases.js';

/** A correct field of the table. */
const FIELD = {
  ...{ 'kind-0': 'text', 'signer-0': 'anna@signers.test', 'page-0': '1' },
  ...{ 'x-0': '72', 'y-0': '72', 'width-0': '100', 'height-0': '40', 'label-0': '' },
};
/** The form of the fields of a request, as a table. */
export const FIELD_FORMS: Record<string, FormCase> = {
  'POST signatures/:id/fields': {
    entries: [
      {
        page: 'signatures/:id/fields?table',
        fields: { ...FIELD, 'x-0': 'left', 'y-0': '-1', 'label-0': LONG.slice(0, 101) },
        wrong: { 'x-0': /./, 'y-0': /./, 'label-0': /./ },
      },
      {
        page: 'signatures/:id/fields?table',
        fields: { ...FIELD, 'page-0': 'first', 'width-0': 'broad', 'height-0': 'high' },
        wrong: { 'page-0': /./, 'width-0': /./, 'height-0': /./ },
      },
      {
        page: 'signatures/:id/fields?table',
        fields: { ...FIELD, 'page-0': '7' },
        wrong: { 'page-0': /1 page/ },
      },
      {
        page: 'signatures/:id/fields?table',
        fields: { ...FIELD, 'kind-0': 'formula', 'key-0': 'Not a key', 'details-0': '1 +' },
        wrong: { 'key-0': /./, 'details-0': /./ },
      },
      {
        page: 'signatures/:id/fields?table',
        fields: { ...FIELD, 'kind-0': 'radio', 'option-0': 'garage', 'details-0': 'street' },
        wrong: { 'option-0': /./ },
      },
    ],
    free: ['kind-0', 'signer-0'],
  },
  'POST signatures/:id/documents/:n/fields': {
    entries: [
      {
        page: 'signatures/:id/documents/:n/fields?table',
        fields: { ...FIELD, 'x-0': 'left', 'y-0': '-1', 'label-0': LONG.slice(0, 101) },
        wrong: { 'x-0': /./, 'y-0': /./, 'label-0': /./ },
      },
      {
        page: 'signatures/:id/documents/:n/fields?table',
        fields: { ...FIELD, 'page-0': '7' },
        wrong: { 'page-0': /2 pages/ },
      },
      {
        page: 'signatures/:id/documents/:n/fields?table',
        fields: { ...FIELD, 'width-0': 'broad', 'height-0': 'high' },
        wrong: { 'width-0': /./, 'height-0': /./ },
      },
    ],
    free: ['kind-0', 'signer-0'],
  },
};
