import { TEST_EVENT } from './event-types.js';

/**
 * Stands for every id in a test event. It is the largest number that JSON readers keep exactly, so no request or
 * verification will ever have it, and looking it up gives 404.
 */
const NO_ID = Number.MAX_SAFE_INTEGER;
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

const SIGNATURE_STATUSES: Readonly<Record<string, string>> = {
  'signature.created': 'created',
  'signature.partially_signed': 'partially_signed',
  'signature.completed': 'completed',
  'signature.rejected': 'rejected',
  'signature.expired': 'expired',
  'signature.cancelled': 'created',
};

const RECIPIENT_EVENTS: Readonly<Record<string, readonly [action: string, status: string, request: string]>> =
  {
    'signature.recipient_approved': ['approve', 'approved', 'created'],
    'signature.recipient_viewed': ['view', 'viewed', 'created'],
    'signature.recipient_rejected': ['approve', 'rejected', 'rejected'],
  };

const VERIFICATION_STATUSES: Readonly<Record<string, string>> = {
  'identity_verification.created': 'pending',
  'identity_verification.started': 'in_progress',
  'identity_verification.document_uploaded': 'in_progress',
  'identity_verification.completed': 'completed',
  'identity_verification.failed': 'failed',
  'identity_verification.expired': 'expired',
};

const TEMPLATE_EVENTS: readonly string[] = ['template.published', 'template.archived'];
const BULK_EVENTS: readonly string[] = ['bulk_send.finished', 'bulk_send.paused'];
const NO_DIGEST = '0'.repeat(64);

export const TESTABLE_EVENTS = [
  TEST_EVENT,
  ...Object.keys(SIGNATURE_STATUSES),
  ...Object.keys(RECIPIENT_EVENTS),
  ...Object.keys(VERIFICATION_STATUSES),
  ...TEMPLATE_EVENTS,
  ...BULK_EVENTS,
];

/**
 * The `data` of a test event: of the shape that the type has in earnest, with invented people, ids that cannot exist,
 * and `test: true`.
 */
export function testData(type: string, organizationId: number, now: Date): Record<string, unknown> {
  const status = SIGNATURE_STATUSES[type];
  if (status !== undefined) return { ...signatureData(type, status, organizationId, now), test: true };
  if (type in RECIPIENT_EVENTS) return { ...recipientData(type, organizationId, now), test: true };
  const stage = VERIFICATION_STATUSES[type];
  if (stage !== undefined) return { ...verificationData(type, stage, now), test: true };
  if (TEMPLATE_EVENTS.includes(type))
    return { id: NO_ID, name: 'Test: lease', version: 1, sha256: NO_DIGEST, test: true };
  if (BULK_EVENTS.includes(type)) return { ...bulkData(type), test: true };
  return { message: 'This is a test event. Nothing has happened.', test: true };
}

function recipientData(type: string, organizationId: number, now: Date): object {
  const [action, status, request] = RECIPIENT_EVENTS[type]!;
  const recipient = {
    ...{ id: NO_ID, email: 'emmy@example.com', name: 'Emmy Noether', action, status },
    ...{ actedAt: now.toISOString(), reason: status === 'rejected' ? 'Test: the rent is wrong' : null },
  };
  return { ...signatureData(type, request, organizationId, now), recipient };
}

const bulkData = (type: string) => ({
  ...{ id: NO_ID, name: 'Test: leases', templateId: NO_ID, version: 1 },
  ...{ rows: 3, created: 2, failed: 0, invalid: 1 },
  reason: type === 'bulk_send.paused' ? 'template_archived' : null,
});

function signatureData(type: string, status: string, organizationId: number, now: Date): object {
  const at = now.toISOString();
  const signer = (email: string, name: string, state: string) => ({
    ...{ id: NO_ID, email, name, status: state },
    signedAt: state === 'signed' ? at : null,
  });
  const [first, second] = SIGNERS_OF[status] ?? (['pending', 'pending'] as const);
  return {
    id: NO_ID,
    type: 'advanced',
    status,
    documentStatus: 'ready',
    senderName: 'Test sender',
    subject: 'Test: lease for flat 7',
    messageContent: 'This is a test event. Nothing has happened.',
    originalDocumentName: 'test.pdf',
    originalDocumentType: 'application/pdf',
    originalDocumentExtension: 'pdf',
    organizationId,
    createdByUserId: NO_ID,
    dateSent: at,
    expiresDate: null,
    requireVerification: false,
    ccOnComplete: [],
    createdAt: at,
    updatedAt: at,
    signers: [
      signer('ada@example.com', 'Ada Lovelace', first),
      signer('grace@example.com', 'Grace Hopper', second),
    ],
    ...(type === 'signature.cancelled' && { deletedAt: at }),
  };
}

const SIGNERS_OF: Readonly<Record<string, readonly [string, string]>> = {
  partially_signed: ['signed', 'pending'],
  completed: ['signed', 'signed'],
  rejected: ['signed', 'rejected'],
};

function verificationData(type: string, status: string, now: Date): object {
  const at = now.toISOString();
  const types = ['identity_verification.created', type].filter(
    (each, index, all) => all.indexOf(each) === index,
  );
  return {
    id: NO_ID,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    documentType: 'passport',
    verificationMethod: 'combined',
    status,
    createdAt: at,
    updatedAt: at,
    redirectUrl: null,
    metadata: {},
    expiresAt: at,
    events: types.map((each) => ({ id: NO_ID, type: each, createdAt: at })),
    sessionId: NO_SESSION,
  };
}
