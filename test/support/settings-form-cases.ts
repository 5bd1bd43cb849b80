import { type FormCase } from './form-entry.js';

export const JUNK = Buffer.from('neither a picture nor a document');
export const LONG = 'x'.repeat(1_001);

/** The forms of the settings with something to fill in. */
export const SETTINGS_FORMS: Record<string, FormCase> = {
  'POST settings': {
    entries: [
      {
        fields: {
          name: '',
          color: 'blue',
          contactLine: LONG.slice(0, 201),
          contactEmail: 'ann',
          locale: 'xx',
          timeZone: 'x/y',
        },
        file: JUNK,
        wrong: {
          name: /./,
          color: /./,
          contactLine: /200/,
          contactEmail: /./,
          locale: /./,
          timeZone: /./,
          file: /./,
        },
      },
    ],
  },
  'POST settings/person/export': {
    entries: [{ page: 'settings/person', fields: { email: 'ann' }, wrong: { email: /./ } }],
  },
  'POST settings/rules/review-mails': {
    entries: [
      { page: 'settings/rules', fields: { mails: 'mailbox', mailbox: 'reviewers' }, wrong: { mailbox: /./ } },
    ],
  },
  'POST settings/rules/retention': {
    entries: [{ page: 'settings/rules', fields: { days: '-7' }, wrong: { days: /./ } }],
  },
  'POST settings/rules/documents': {
    entries: [
      {
        page: 'settings/rules',
        fields: { documentDays: '29', draftDays: '0' },
        wrong: { documentDays: /./, draftDays: /./ },
      },
    ],
  },
};
