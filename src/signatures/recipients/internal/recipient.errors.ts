import { type AppError, notFound, refused, refusedAll } from '../../../common/errors.js';

export const recipientNotFound = () => notFound('Recipient');
export const recipientActed = (problem = 'The recipient has already approved') =>
  refused('recipient_acted', problem);
export const recipientRepeated = (problem: string) => refused('recipient_repeated', problem);
export const recipientRequired = () =>
  refused(
    'recipient_required',
    'Others wait for this recipient, so it stays: correct the address, or cancel the request',
  );
export const copiesOnly = (action: string): AppError =>
  refused(
    'recipient_copies_only',
    `action is '${action}', but once a request is sent, only copies can be added: use 'copy'`,
  );
export const approverIsSigner = () =>
  refused(
    'approver_is_signer',
    'This address is a signer’s, but the approver must be somebody else (separateApprover)',
  );

/** What is answered to a recipient who cannot be read, one of each code. @param place - of the recipient, with a dot */
export const unreadable = (place = '') => [
  refusedAll([
    {
      code: 'recipient_action_unknown',
      field: `${place}action`,
      message: `${place}action is 'sign', but must be one of approve, view, copy`,
    },
  ]),
  refusedAll([
    {
      code: 'recipient_when_invalid',
      field: `${place}when`,
      message: `${place}when is 'turn', which needs an order`,
    },
  ]),
];

/** What sending answers to recipients that do not go together, one of each code. */
export const recipientsRefused = () => [
  ...unreadable('recipients[0].'),
  refusedAll([
    {
      code: 'recipient_repeated',
      field: 'recipients[1].email',
      message: "recipients[1].email repeats recipients[0].email with the same action 'approve'",
    },
  ]),
  refusedAll([
    {
      code: 'approver_is_signer',
      field: 'recipients[0].email',
      message: "recipients[0].email is a signer's address, but separateApprover is true",
    },
  ]),
  refusedAll([
    {
      code: 'too_many_recipients',
      field: 'recipients',
      message: 'A request has at most 100 signers and recipients together, but there are 101',
    },
  ]),
];
