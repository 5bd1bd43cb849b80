import { BULK_FORMS } from './bulk-form-cases.js';
import { FIELD_FORMS } from './field-form-cases.js';
import { FILTERS } from './filter-cases.js';
import { type FormCase } from './form-entry.js';
import { JUNK, LONG, SETTINGS_FORMS } from './settings-form-cases.js';
import { TEMPLATE_FORMS } from './template-form-cases.js';

const NOTHING = Buffer.alloc(0);
const LONG_NAME = { page: 'account', fields: { name: LONG.slice(0, 101) }, wrong: { name: /most 100/ } };
const GUESS = 'a password that is wrong';

const WRONG_HEADER: FormCase['entries'][number] = {
  fields: { 'name-0': 'Cookie', 'value-0': 'тайный ключ' },
  wrong: { 'name-0': /reserved/, 'value-0': /ASCII/ },
  secrets: [0, 1, 2, 3, 4].map((row) => `value-${row}`),
};

const wrongIn = (name: string) => ({
  page: 'signatures/:id',
  fields: { [name]: 'x' },
  wrong: { [name]: /./ },
});

/** Every form of the dashboard with something to fill in, by its method and path. */
export const FORMS: Record<string, FormCase> = {
  ...SETTINGS_FORMS,
  ...TEMPLATE_FORMS,
  ...BULK_FORMS,
  'POST sign-in': {
    entries: [
      {
        as: 'nobody',
        fields: { email: 'nobody@acme.test', password: GUESS },
        wrong: { email: /incorrect/, password: /incorrect/ },
        secrets: ['password'],
      },
    ],
  },
  'POST sign-in/code': {
    entries: [
      { as: 'newcomer', fields: { code: '000 000' }, wrong: { code: /wrong/ }, secrets: ['code'] },
      {
        as: 'newcomer',
        fields: { recovery: 'abcd-efgh-abcd' },
        wrong: { recovery: /wrong/ },
        secrets: ['recovery'],
      },
    ],
  },
  'POST sign-in/with': {
    entries: [{ as: 'nobody', fields: { code: 'https://acme.test/none' }, wrong: { code: /./ } }],
  },
  'POST welcome/:token': {
    entries: [
      {
        as: 'nobody',
        fields: { password: 'tiny secret' },
        wrong: { password: /at least 15/ },
        secrets: ['password'],
      },
    ],
  },
  'POST invitation/:token': {
    entries: [
      {
        as: 'nobody',
        fields: { password: 'aaaaaaaaaaaaaaaaaaaa' },
        wrong: { password: /./ },
        secrets: ['password'],
      },
    ],
  },
  'POST forgotten-password': {
    entries: [{ as: 'nobody', fields: { email: 'nobody' }, wrong: { email: /./ } }],
  },
  'POST confirm': {
    entries: [
      {
        as: 'colleague',
        fields: { password: GUESS, code: '000 000' },
        wrong: { password: /./, code: /./ },
        secrets: ['password', 'code'],
      },
    ],
  },
  'POST account/name': { entries: [LONG_NAME] },
  'POST account/reading': {
    entries: [
      {
        page: 'account',
        fields: { locale: 'tlh', timeZone: 'Europe/Atlantis' },
        wrong: { locale: /one of the languages/, timeZone: /one of the time zones/ },
      },
    ],
  },
  'POST account/password': {
    entries: [
      {
        page: 'account',
        fields: { present: GUESS, next: 'tiny secret' },
        wrong: { next: /at least 15/ },
        secrets: ['present', 'next'],
      },
      {
        page: 'account',
        fields: { present: GUESS, next: 'four unrelated long words' },
        wrong: { present: /incorrect/ },
        secrets: ['present', 'next'],
      },
    ],
  },
  'POST account/second-step': {
    entries: [{ fields: { code: '000 000' }, wrong: { code: /./ }, secrets: ['code'] }],
  },
  'POST account/passkeys/new': {
    entries: [{ fields: { label: 'x'.repeat(61), response: '' }, wrong: { label: /60 characters/ } }],
  },
  'POST endpoints/new': {
    entries: [
      {
        fields: { called: '', url: 'https://127.0.0.1/hooks', events: 'signature.completed' },
        wrong: { called: /./ },
      },
      {
        fields: { called: 'Archive', url: 'http://acme.test/hooks', events: 'signature.completed' },
        wrong: { url: /https/ },
      },
    ],
  },
  'POST endpoint': {
    entries: [
      { fields: { called: LONG.slice(0, 61), url: 'https://127.0.0.1/hooks' }, wrong: { called: /60/ } },
      { fields: { called: '', url: 'https://10.0.0.1/', events: 'signature.created' }, wrong: { url: /./ } },
    ],
  },
  'POST endpoints/:id': {
    entries: [
      { fields: { called: '', url: 'https://127.0.0.1/hooks' }, wrong: { called: /./ } },
      { fields: { called: 'Archive', url: 'https://127.0.0.1:25/' }, wrong: { url: /./ } },
    ],
  },
  'POST endpoint/headers': { entries: [WRONG_HEADER] },
  'POST endpoints/:id/headers': { entries: [WRONG_HEADER] },
  'POST people/invite': {
    entries: [{ fields: { email: 'anna', role: 'admin' }, wrong: { email: /./ } }],
    free: ['role', 'reviewer'],
  },
  'POST people/:id/role': {
    entries: [{ page: 'people', fields: { role: 'reviewer' }, wrong: { role: /last owner/ } }],
    free: ['reviewer'],
  },
  'POST signatures/new': {
    entries: [
      {
        fields: { documentName: 'The lease', type: 'advanced' },
        file: NOTHING,
        wrong: { file: /Choose a document/ },
      },
      {
        fields: { documentName: LONG.slice(0, 201), type: 'advanced' },
        file: JUNK,
        wrong: { documentName: /200/ },
      },
      { fields: { documentName: 'The lease', type: 'secret' }, file: JUNK, wrong: { type: /./ } },
    ],
  },
  'POST signatures/:id/document': {
    entries: [
      { fields: {}, file: NOTHING, wrong: { file: /Choose a document/ } },
      { fields: {}, file: JUNK, wrong: { file: /./ } },
    ],
  },
  'POST signatures/:id/documents': {
    entries: [
      { page: 'signatures/:id/document', fields: {}, file: NOTHING, wrong: { file: /Choose a document/ } },
      { page: 'signatures/:id/document', fields: {}, file: JUNK, wrong: { file: /./ } },
    ],
  },
  'POST signatures/:id/signers': {
    entries: [
      {
        fields: {
          'email-0': 'anna',
          'person-0': LONG.slice(0, 201),
          'order-0': 'first',
          'language-0': 'no tag',
          subject: LONG.slice(0, 301),
          message: 'x'.repeat(10_001),
          requireVerification: 'yes',
          remindEvery: '91',
          copies: 'nobody',
          senderName: LONG.slice(0, 201),
        },
        wrong: {
          'email-0': /./,
          'person-0': /200/,
          'order-0': /./,
          'language-0': /./,
          subject: /300/,
          message: /10,000/,
          remindEvery: /90/,
          copies: /./,
          senderName: /200/,
        },
      },
      {
        fields: {
          'email-0': 'anna@signers.test',
          'order-0': '2',
          expires: '2001-02-28',
          expiresTime: '10:00',
        },
        wrong: { expires: /./, expiresTime: /./ },
      },
      {
        fields: { 'email-0': 'anna@signers.test', 'order-0': '2', scheduled: '2001-02-28T10:00' },
        wrong: { scheduled: /./ },
      },
      {
        fields: { 'email-0': 'anna@signers.test', 'person-0': '', 'order-0': '1', expiresTime: '10:00' },
        wrong: { expires: /./, expiresTime: /./ },
      },
    ],
    free: ['language-0'],
  },
  ...FIELD_FORMS,
  'POST signatures/:id/signers/:signerId/address': {
    entries: [
      { page: 'signatures/:id', fields: { email: 'anna' }, wrong: { email: /./ } },
      { page: 'signatures/:id', fields: { email: `${'x'.repeat(250)}@a.test` }, wrong: { email: /./ } },
    ],
  },
  'POST signatures/:id/recipients': { entries: [wrongIn('copyEmail')], free: ['copyPerson'] },
  'POST signatures/:id/recipients/:recipientId/address': { entries: [wrongIn('email')] },
  'POST signatures/:id/cancel': {
    entries: [
      { page: 'signatures/:id', fields: { reason: LONG, tellSigners: 'yes' }, wrong: { reason: /./ } },
    ],
  },
  'POST verifications/new': {
    entries: [
      { fields: { person: '', email: 'anna', language: 'pl' }, wrong: { person: /./, email: /./ } },
      { fields: { person: 'Anna', email: 'anna@acme.test', language: 'xx' }, wrong: { language: /./ } },
    ],
  },
  'POST deliveries/check': {
    entries: [{ fields: { headers: 'webhook-id: 1', body: '' }, wrong: { body: /./ } }],
    free: ['headers'],
  },
  'POST reviews/:id/decision': {
    entries: [
      {
        as: 'reviewer',
        page: 'reviews/:id',
        fields: { result: 'approved', because: 'agrees', words: LONG.slice(0, 501) },
        wrong: { words: /500/ },
      },
      {
        as: 'reviewer',
        page: 'reviews/:id',
        fields: { result: 'rejected', words: '' },
        wrong: { because: /./, words: /./ },
      },
    ],
  },
  'POST reviews/:id/ask': {
    entries: [{ as: 'reviewer', page: 'reviews/:id', fields: { ask: '' }, wrong: { ask: /./ } }],
  },
  'POST reviews/:id/notes': {
    entries: [{ as: 'reviewer', page: 'reviews/:decided', fields: { note: LONG }, wrong: { note: /1000/ } }],
  },
  'POST sign-on/edit': {
    entries: [
      {
        fields: {
          ...{ label: '', issuer: 'http://id.acme.test', description: 'http://id.acme.test/about' },
          ...{ clientId: 'ż', clientSecret: 'żółw' },
        },
        wrong: { label: /./, issuer: /./, description: /https/, clientId: /./, clientSecret: /./ },
        secrets: ['clientSecret'],
      },
    ],
  },
  ...FILTERS,
};
