import { type MailModels } from '../../platform/mail/mail-models.js';

/** Example data for the previews. Nobody has this address (RFC 2606). */
const SIGNER = { name: 'Alex Example', email: 'alex@example.com' };
const DOCUMENT = 'Example agreement.pdf';
const UNTIL = new Date('2031-03-14T23:59:00.000Z');

/** The model of the first page of signing. */
export const signingExample = (organization: string) => ({
  organization,
  documentName: DOCUMENT,
  signerName: SIGNER.name,
  signerEmail: SIGNER.email,
  until: UNTIL.toISOString(),
  stepNumber: 1,
  stepCount: 3,
  addresses: { document: '#', reject: '#' },
  tasks: [
    { icon: 'document', text: 'signing.tasks.document' },
    { icon: 'pen', text: 'signing.tasks.consent' },
  ],
});

/** The model of the first page of a verification. */
export const verificationExample = (organization: string, retentionDays: number) => ({
  organization,
  retentionDays,
  until: UNTIL.toISOString(),
  stepNumber: 1,
  stepCount: 4,
  lead: 'verification.start.leads.combined',
  consent: 'verification.start.consents.combined',
  addresses: { start: '#', cancel: '#' },
  tasks: [
    { icon: 'camera', text: 'verification.start.tasks.photos.passport' },
    { icon: 'shield', text: 'verification.start.tasks.checked' },
    { icon: 'person', text: 'verification.start.tasks.face_compared' },
    { icon: 'lock', text: 'verification.start.tasks.kept' },
  ],
});

/** The model of a signer's invitation mail. */
export const invitationExample = (organizationName: string, publicUrl: string): MailModels['invitation'] => ({
  organizationName,
  recipientName: SIGNER.name,
  senderName: organizationName,
  documentName: DOCUMENT,
  message: '',
  url: `${publicUrl}/sign/example`,
  until: UNTIL,
  waitsForOthers: false,
  others: [],
  moreOthers: null,
  handedOverBy: null,
});
