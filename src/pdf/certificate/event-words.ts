import { type ChainedEvent } from '../../audit-chain/audit-chain.js';

const WORDS: Readonly<Record<string, string>> = {
  created: 'Request created',
  document_uploaded: 'Document uploaded',
  document_typeset: 'Document typeset from the request’s own text',
  scheduled: 'Request scheduled',
  sent: 'Request sent to its signers',
  opened: 'Link opened',
  document_read: 'Document shown to its end',
  code_sent: 'One-time code asked for',
  code_failed: 'Wrong one-time code entered',
  code_verified: 'One-time code entered',
  identity_started: 'Identity check begun',
  identity_passed: 'Identity check passed',
  identity_failed: 'Identity check not passed',
  consent: 'Agreed to sign electronically',
  signed: 'Signed',
  certificate_signed: 'Signature made with a certificate of the signer’s own',
  rejected: 'Declined',
  email_changed: 'E-mail address corrected',
  reminded: 'Reminder sent',
  downloaded: 'Document downloaded',
  sealed: 'Document sealed',
};

const MAILS: Readonly<Record<string, string>> = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  'your-turn': 'Mail that it is the signer’s turn',
  'one-time-code': 'Mail with a one-time code',
};

/** What happened, in words; of an event that they do not know, its type. */
export function wordsOf({ type, data }: ChainedEvent): string {
  const mail = MAILS[String(data.mail)] ?? 'Mail';
  if (type === 'email_accepted') return `${mail} taken by the mail server`;
  if (type === 'email_failed') return `${mail} refused: ${String(data.reason)}`;
  if (type === 'identity_passed' || type === 'identity_failed' || type === 'identity_started')
    return `${WORDS[type]}: verification ${String(data.verificationId)}`;
  return WORDS[type] ?? type.replaceAll('_', ' ');
}
