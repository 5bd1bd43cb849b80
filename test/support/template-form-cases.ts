import { type FormCase } from './form-entry.js';
import { JUNK, LONG } from './settings-form-cases.js';

const NOTHING = Buffer.alloc(0);
/** A correct field of the table. */
const FIELD = {
  ...{ 'kind-0': 'text', 'signer-0': 'tenant', 'page-0': '1', 'x-0': '72', 'y-0': '72' },
  ...{ 'width-0': '100', 'height-0': '40', 'label-0': 'Rent', 'key-0': 'rent' },
};
const TABLE = { page: 'templates/:id/fields?table' };

/** The forms of templates. */
export const TEMPLATE_FORMS: Record<string, FormCase> = {
  'POST templates/new': {
    entries: [
      { fields: { name: 'The lease' }, file: NOTHING, wrong: { file: /Choose a document/ } },
      { fields: { name: LONG.slice(0, 201) }, file: JUNK, wrong: { name: /200/ } },
    ],
  },
  'POST templates/import': {
    entries: [
      { fields: {}, file: NOTHING, wrong: { file: /./ } },
      { fields: {}, file: JUNK, wrong: { file: /not an exported template/ } },
    ],
  },
  'POST templates/:id/details': {
    entries: [
      {
        page: 'templates/:id',
        fields: { name: '', description: LONG.repeat(2) },
        wrong: { name: /200/, description: /2,000/ },
      },
    ],
  },
  'POST templates/:id/document': {
    entries: [
      { fields: {}, file: NOTHING, wrong: { file: /Choose a document/ } },
      { fields: {}, file: JUNK, wrong: { file: /./ } },
    ],
  },
  'POST templates/:id/roles': {
    entries: [
      {
        fields: {
          ...{ 'person-0': LONG.slice(0, 201), 'order-0': '0', 'key-0': 'Not a key', type: 'fast' },
          ...{ subject: LONG.slice(0, 301), message: 'x'.repeat(10_001), requireVerification: 'yes' },
          ...{ expiresIn: '4000', remindEvery: '91', copies: 'nobody', senderName: LONG.slice(0, 201) },
        },
        wrong: {
          ...{ 'person-0': /200/, 'order-0': /1,000/, 'key-0': /lower-case/, subject: /300/ },
          ...{ message: /10,000/, expiresIn: /3,650/, remindEvery: /90/, copies: /./, senderName: /200/ },
        },
      },
      { fields: { 'person-0': 'Tenant', type: 'secret' }, wrong: { type: /./ } },
    ],
  },
  'POST templates/:id/fields': {
    entries: [
      {
        ...TABLE,
        fields: { ...FIELD, 'x-0': 'left', 'y-0': '-1', 'label-0': LONG.slice(0, 201) },
        wrong: { 'x-0': /./, 'y-0': /./, 'label-0': /./ },
      },
      {
        ...TABLE,
        fields: { ...FIELD, 'page-0': 'first', 'width-0': 'broad', 'height-0': 'high' },
        wrong: { 'page-0': /./, 'width-0': /./, 'height-0': /./ },
      },
      {
        ...TABLE,
        fields: { ...FIELD, 'kind-0': 'formula', 'key-0': 'Not a key', 'details-0': '1 +' },
        wrong: { 'key-0': /./, 'details-0': /./ },
      },
      {
        ...TABLE,
        fields: { ...FIELD, 'kind-0': 'radio', 'option-0': 'garage', 'details-0': 'street' },
        wrong: { 'option-0': /./ },
      },
    ],
    free: ['kind-0', 'signer-0'],
  },
  'POST templates/:id/publish': {
    entries: [{ fields: { note: LONG.slice(0, 501) }, wrong: { note: /500/ } }],
  },
  'POST templates/:id/use': {
    entries: [
      {
        fields: {
          ...{ 'email-0': 'anna', 'person-0': LONG.slice(0, 201), 'language-0': 'no tag' },
          ...{ 'value-rent': 'a lot', subject: LONG.slice(0, 301), message: 'x'.repeat(10_001) },
        },
        wrong: {
          ...{ 'email-0': /./, 'person-0': /200/, 'language-0': /./ },
          ...{ 'value-rent': /number/, subject: /300/, message: /10,000/ },
        },
      },
      {
        fields: { 'email-0': 'anna@signers.test', expires: '2001-02-28', expiresTime: '10:00' },
        wrong: { expires: /./, expiresTime: /./ },
      },
      {
        fields: { 'email-0': 'anna@signers.test', scheduled: '2001-02-28T10:00' },
        wrong: { scheduled: /./ },
      },
    ],
    free: ['language-0'],
  },
};
