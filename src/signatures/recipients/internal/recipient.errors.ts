import { type AppError, notFound, refused } from '../../../common/errors.js';

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
