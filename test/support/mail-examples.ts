import { type MailMessage, type MailModels } from '../../src/platform/mail/mail-models.js';

const until = new Date('2031-03-14T23:59:59.999Z');
const addressed = { organizationName: 'Hearth & Sons Ltd.', recipientName: 'Núria Öztürk' };
const own = { ...addressed, recipientName: null };
const person = { ...addressed, senderName: addressed.organizationName, senderMember: 'Dana Ruiz' };
const outage = { ...own, since: new Date('2031-03-14T20:15:00Z'), until };
const documentName = 'Lease agreement 2031.pdf';
const asked = {
  ...addressed,
  senderName: 'Maria Hearth',
  documentName,
  message: 'Dear Núria,\n\nplease read § 4 twice.\nMaria',
  url: `https://sign.example/sign/${'4f'.repeat(32)}`,
  until,
  waitsForOthers: true,
  others: ['Jo Miller', 'ann@example.com', 'Dr. Zoë Ångström'],
  moreOthers: { key: 'mail.signing.more-others', values: { count: 4 } },
  handedOverBy: null,
};
const review = {
  ...addressed,
  recipientName: null,
  reader: 'reviewer' as const,
  organizationId: 1,
  verificationId: 4711,
  dueAt: until,
  url: 'https://sign.example/dashboard/reviews/4711',
};
/** Of somebody who does not sign. */
const told = {
  ...addressed,
  senderName: 'Maria Hearth',
  documentName,
  message: 'Please have a look before Friday.',
  url: `https://sign.example/read/${'5e'.repeat(32)}`,
  until,
};
const reviews = { ...review, count: 12, url: 'https://sign.example/dashboard/reviews' };

/** A model for every template. */
export const EXAMPLE_MODELS: MailModels = {
  invitation: asked,
  reminder: { ...asked, senderMember: 'Dana Ruiz', moreOthers: null, message: '', waitsForOthers: false },
  'your-turn': { ...asked, others: [], moreOthers: null, until: null },
  'handed-over': { ...asked, handedOverBy: 'Jo Miller (jo@example.com)' },
  'handed-over-to-sender': {
    ...own,
    documentName,
    from: 'Jo Miller (jo@example.com)',
    to: 'Núria Öztürk (nuria@example.com)',
    reason: 'She signs for our department now.',
    isVerified: true,
    signatureId: 12,
  },
  completed: {
    ...addressed,
    senderName: 'Maria Hearth',
    documentName,
    signers: ['Núria Öztürk', 'jo@example.com'],
    hasCopy: true,
    hasCertificate: true,
  },
  'one-time-code': { ...addressed, documentName, code: '402917', minutes: 10 },
  verification: { ...person, url: `https://sign.example/verify/${'4f'.repeat(32)}`, until },
  'asked-again': {
    ...person,
    wanted: 'mail.asked-again.parts.front.passport',
    why: 'verification.asked.side.glare',
    url: `https://sign.example/verify/${'4f'.repeat(32)}`,
    until,
  },
  'review-requested': review,
  'review-due-soon': review,
  'reviews-requested': reviews,
  'reviews-due-soon': reviews,
  'identity-failed': {
    ...addressed,
    recipientName: 'Maria Hearth',
    documentName,
    signer: 'Núria Öztürk',
    signatureId: 12,
  },
  approval: told,
  'approval-reminder': { ...told, message: '' },
  reading: { ...told, until: null },
  'reading-reminder': told,
  copy: told,
  rejected: { ...addressed, senderName: 'Maria Hearth', documentName, signer: 'Jo Miller' },
  'rejected-to-sender': {
    ...addressed,
    recipientName: null,
    documentName,
    signer: 'Jo Miller',
    email: 'jo@example.com',
    reason: 'The rent in § 4 is wrong.\nPlease call me.',
  },
  cancelled: {
    ...addressed,
    senderName: 'Maria Hearth',
    documentName,
    reason: 'It went to the wrong person.',
  },
  'expired-to-signers': { ...addressed, senderName: 'Maria Hearth', documentName, until },
  'seal-failed': {
    ...addressed,
    recipientName: null,
    organizationId: 1,
    signatureId: 12,
    documentName,
    cause: { key: 'mail.seal-failed.cause.time_stamp' },
    remedy: { key: 'mail.seal-failed.remedy.time_stamp' },
    message: 'the authority rejected the request (status 2)',
  },
  'dashboard-invitation': {
    ...addressed,
    recipientName: null,
    invitedBy: 'maria@hearth.example',
    url: `https://sign.example/dashboard/invitation/${'4f'.repeat(32)}`,
    until,
  },
  'reviewer-changed': {
    ...addressed,
    recipientName: null,
    change: 'added',
    member: 'jo@hearth.example',
    owner: 'maria@hearth.example',
    at: until,
    url: 'https://sign.example/dashboard/people',
  },
  'password-reset': {
    ...addressed,
    recipientName: null,
    url: `https://sign.example/dashboard/welcome/${'4f'.repeat(32)}`,
    until,
  },
  'account-changed': {
    ...own,
    change: 'passkey_added',
    at: until,
    from: '203.0.113.7',
    owner: null,
    url: 'https://sign.example/dashboard/forgotten-password',
  },
  'endpoint-failing': {
    ...own,
    host: 'hooks.hearth.example',
    since: until,
    url: 'https://sign.example/dashboard/deliveries',
  },
  'endpoint-works': {
    ...outage,
    host: 'hooks.hearth.example',
    url: 'https://sign.example/dashboard/deliveries',
  },
  'endpoint-held': {
    ...own,
    host: 'hooks.hearth.example',
    since: until,
    url: 'https://sign.example/dashboard/endpoint',
  },
  'endpoint-released': {
    ...outage,
    host: 'hooks.hearth.example',
    why: 'accepted',
    url: 'https://sign.example/dashboard/endpoint',
  },
  'mail-works': { ...outage, url: 'https://sign.example/dashboard' },
  'key-ends': { ...own, which: 'configured', until },
  'api-key-old': { ...own, prefix: 'sk_4fYx9', days: 90, url: 'https://sign.example/dashboard/api-key' },
  'test-mail': { ...own, at: until },
  expired: {
    ...addressed,
    recipientName: null,
    documentName,
    until,
    missing: ['Núria Öztürk (nuria@example.com)', 'jo@example.com'],
  },
};

/** One message for every template. */
export function exampleMessages(locale: string): MailMessage[] {
  const toOwner = { ...review, reader: 'owner', url: 'https://sign.example/dashboard/people/invite' };
  return [...Object.entries(EXAMPLE_MODELS), ['review-requested', toOwner] as const].map(
    ([template, model]) => ({ template, model, to: 'nuria@example.com', locale }) as MailMessage,
  );
}
