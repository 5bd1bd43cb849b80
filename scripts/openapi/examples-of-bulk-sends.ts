import { type Example } from '../../src/api-reference/domain/api-document.js';

const DONE = { state: 'finished', name: 'Leases in May' };

/** Values of members that only bulk sends have. */
export const MEMBERS_OF_BULK_SENDS: Record<string, unknown> = {
  onInvalid: 'stop',
  rows: 3,
  valid: 2,
  invalid: 1,
  created: 0,
  failed: 0,
  cancelled: 0,
  warned: 0,
  pausedBecause: null,
  ratePerMinute: null,
  waitingMails: 0,
  waitsFor: null,
  expectedEndAt: null,
  uploadedAt: '2026-03-02T09:30:00.000Z',
  startedAt: null,
  endedAt: null,
  row: 3,
  line: 4,
  column: 'tenant.email',
  target: 'tenant.email',
  encoding: 'utf-8',
  delimiter: ';',
  emptyRows: 0,
  reference: 'A-1',
  reason: null,
};

/** Values that differ in the responses of an operation. */
export const ANSWERS_OF_BULK_SENDS: Record<string, Record<string, unknown>> = {
  bulkSendsCreate: { id: 5, name: 'Leases in May', state: 'empty' },
  bulkSendsList: { id: 5, ...DONE },
  bulkSendsGet: { id: 5, ...DONE },
  bulkSendsRows: {
    state: 'invalid',
    signatureId: null,
    code: 'value_invalid',
    message: 'tenant.email must be an email address',
    number: 3,
  },
  bulkSendsStart: { id: 5, name: 'Leases in May', state: 'running' },
  bulkSendsPause: { id: 5, name: 'Leases in May', state: 'paused' },
  bulkSendsResume: { id: 5, name: 'Leases in May', state: 'running' },
  bulkSendsCancel: { id: 5, name: 'Leases in May', state: 'cancelled' },
  bulkSendsRetry: { id: 5, name: 'Leases in May', state: 'running' },
  bulkRowsPut: {
    ...{ id: 5, name: 'Leases in May', state: 'checked', format: 'csv' },
    ...{ code: 'value_invalid', message: 'tenant.email must be an email address' },
  },
};

/** Requests that the service accepts. */
export const REQUESTS_OF_BULK_SENDS: Record<string, Record<string, Example>> = {
  bulkSendsCreate: {
    leases: {
      summary: 'Rows with faults are left out',
      value: { name: 'Leases in May', templateId: 12, onInvalid: 'skip' },
    },
  },
  bulkSendsStart: { confirmed: { summary: 'The same rows once more', value: { confirmRepeated: true } } },
};
