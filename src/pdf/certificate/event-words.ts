import { type ChainedEvent } from '../../audit-chain/audit-chain.js';

const EVENTS: Readonly<Record<string, string>> = {
  created: 'Request created',
  document_uploaded: 'Document uploaded',
  document_typeset: 'Document generated from the text of the request',
  scheduled: 'Request scheduled',
  sent: 'Request sent to signers',
  opened: 'Link opened',
  document_read: 'Document viewed to the end',
  code_sent: 'One-time code requested',
  code_failed: 'Wrong one-time code entered',
  code_verified: 'One-time code entered',
  identity_started: 'Identity check started',
  identity_passed: 'Identity check passed',
  identity_failed: 'Identity check failed',
  consent: 'Consented to sign electronically',
  signed: 'Signed',
  certificate_signed: 'Signed with a certificate issued to the signer',
  rejected: 'Declined',
  email_changed: 'E-mail address corrected',
  reminded: 'Reminder sent',
  link_shown: 'Link shown to a member of the organization',
  hosted: 'Handed over for signing on the device of a member of the organization',
  downloaded: 'Document downloaded',
  sealed: 'Document sealed',
};

const MAILS: Readonly<Record<string, string>> = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  'your-turn': 'E-mail announcing the signer’s turn',
  'one-time-code': 'E-mail with a one-time code',
};

/** Describes an event. One of an unknown type is described by its type. */
export function wordsOf({ type, data }: ChainedEvent): string {
  const mail = MAILS[String(data.mail)] ?? 'E-mail';
  if (type === 'email_accepted') return `${mail} accepted by the mail server`;
  if (type === 'email_failed') return `${mail} could not be sent: ${String(data.reason)}`;
  if (type === 'identity_passed' || type === 'identity_failed' || type === 'identity_started')
    return `${EVENTS[type]}: verification ${String(data.verificationId)}`;
  return EVENTS[type] ?? type.replaceAll('_', ' ');
}
