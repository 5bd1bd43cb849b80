import { type Example } from '../../src/api-reference/domain/api-document.js';

/** Values of members that only recipients have. */
export const MEMBERS_OF_RECIPIENTS: Record<string, unknown> = {
  action: 'approve',
  order: null,
  when: 'turn',
  separateApprover: false,
  toldAt: '2026-03-02T09:30:00.000Z',
  actedAt: null,
};

const ONE = { id: 61, email: 'emmy@example.com', name: 'Emmy Noether', status: 'pending', locale: null };
const COPY = { ...ONE, action: 'copy', when: 'sent', required: false };

/** Values that differ in the responses of an operation. */
export const ANSWERS_OF_RECIPIENTS: Record<string, Record<string, unknown>> = {
  recipientsList: { ...ONE, reason: null },
  recipientsAdd: { ...COPY, reason: null },
  recipientsChangeEmail: { ...ONE, reason: null },
  recipientsRemove: { ...COPY, reason: null },
  recipientsRemind: { message: 'Reminder sent to emmy@example.com' },
};

/** Requests that the service accepts. */
export const REQUESTS_OF_RECIPIENTS: Record<string, Record<string, Example>> = {
  recipientsAdd: {
    copy: {
      summary: 'A copy at once',
      value: { email: 'office@example.com', name: 'Office', action: 'copy' },
    },
  },
  recipientsChangeEmail: { corrected: { value: { email: 'emmy.noether@example.com' } } },
};

/** A request with people who do not sign. */
export const WITH_RECIPIENTS: Example = {
  summary: 'An approval before the signer, and a copy at once',
  value: {
    signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    recipients: [
      { email: 'emmy@example.com', name: 'Emmy Noether', action: 'approve' },
      { email: 'office@example.com', action: 'copy' },
    ],
  },
};
