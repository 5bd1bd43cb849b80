import { type SignatureSummaryRow } from '../lists/signature-list.queries.js';
import { type Signature } from '../signature.entity.js';
import { toSignaturePayload } from '../signature-payload.mapper.js';
import { type Signer } from '../signers/signer.entity.js';
import {
  toCancelledSignature,
  toList,
  toSentSignature,
  toSignature,
  toSignatureWithSigners,
} from './signature.mapper.js';

const AT = new Date('2026-11-21T09:30:00.250Z');
const ISO = '2026-11-21T09:30:00.250Z';
const signature: Signature = {
  id: 7,
  organizationId: 3,
  createdByUserId: 4,
  type: 'in_person',
  status: 'partially_signed',
  documentStatus: 'ready',
  senderName: 'Clara',
  subject: 'Lease',
  messageContent: 'Please sign.',
  originalDocumentName: 'Lease',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
  dateSent: AT,
  expiresDate: null,
  scheduledDate: AT,
  requireVerification: false,
  ccOnComplete: ['boss@acme.test'],
  remindEvery: 3,
  allowHandOver: true,
  categoryId: 5,
  locale: 'de',
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
  cancellationReason: 'Only members read this',
  cancellationReasonShown: true,
  contentsRemovedAt: null,
};
const signer: Signer = {
  id: 8,
  organizationId: 3,
  signatureId: 7,
  email: 'Anna@signers.test',
  emailKey: 'anna@signers.test',
  name: null,
  order: 2,
  locale: 'de',
  status: 'signed',
  screenRepeatedAt: null,
  codeVerifiedAt: AT,
  signedAt: AT,
  rejectedAt: null,
  rejectionReason: null,
  mark: { kind: 'click' },
  witnessName: 'Clara',
  verifiedName: 'Anna',
  fieldName: 'Signer8',
  fieldCertificate: Buffer.alloc(8),
  fieldNumber: 1,
};

/** The contract's Signature, with its fields in order. */
const SIGNATURE = {
  id: 7,
  type: 'in_person',
  status: 'partially_signed',
  documentStatus: 'ready',
  senderName: 'Clara',
  subject: 'Lease',
  messageContent: 'Please sign.',
  originalDocumentName: 'Lease',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
  organizationId: 3,
  createdByUserId: 4,
  dateSent: ISO,
  expiresDate: null,
  requireVerification: false,
  ccOnComplete: ['boss@acme.test'],
  createdAt: ISO,
  updatedAt: ISO,
};
const SUMMARY = { id: 8, email: 'Anna@signers.test', name: null, status: 'signed' };
const WITH_SIGNERS = { ...SIGNATURE, signers: [{ ...SUMMARY, signedAt: ISO }] };

/** Compares the JSON text: the same fields in the same order. */
const expectJson = (actual: unknown, expected: unknown) =>
  expect(JSON.stringify(actual, null, 1)).toBe(JSON.stringify(expected, null, 1));

describe('a request in an API response', () => {
  it('returns a request with the fields of the contract and no others', () => {
    expectJson(toSignature(signature), SIGNATURE);
    expectJson(toSignatureWithSigners({ signature, signers: [signer] }), WITH_SIGNERS);
    expectJson(toCancelledSignature({ ...signature, deletedAt: AT }), {
      id: 7,
      status: 'partially_signed',
      deletedAt: ISO,
    });
  });

  it('returns signing links once sent, for the types that have them', () => {
    const links = new Map([[8, 'https://sign.test/sign/abc']]);
    const sent = { signature, signers: [signer] };
    expectJson(toSentSignature({ ...sent, signingUrls: new Map() }), { ...SIGNATURE, signers: [SUMMARY] });
    expectJson(toSentSignature({ ...sent, signingUrls: links }), {
      ...SIGNATURE,
      signers: [{ ...SUMMARY, signingUrl: 'https://sign.test/sign/abc' }],
    });
  });

  it('returns lists as in the contract, with items and data', () => {
    const { id, type, status, subject, senderName, dateSent, expiresDate, createdAt, updatedAt } = signature;
    const dates = { dateSent, expiresDate, createdAt, updatedAt };
    const signers = [{ id: 8, email: signer.email, name: null, status: 'signed' as const }];
    const row: SignatureSummaryRow = { id, type, status, subject, senderName, ...dates, signers };
    expectJson(toList({ rows: [row], total: 41 }, { skip: 40, limit: 20 }), {
      items: [
        {
          id: 7,
          type: 'in_person',
          status: 'partially_signed',
          subject: 'Lease',
          senderName: 'Clara',
          dateSent: ISO,
          expiresDate: null,
          createdAt: ISO,
          updatedAt: ISO,
          signers: [SUMMARY],
        },
      ],
      data: [{ id: 7, subject: 'Lease', status: 'partially_signed', type: 'in_person' }],
      total: 41,
      skip: 40,
      limit: 20,
    });
  });
});

describe('a request in a webhook', () => {
  it('sends the response to GET, plus deletedAt once cancelled', () => {
    expectJson(toSignaturePayload(signature, [signer]), WITH_SIGNERS);
    const cancelled = { ...signature, deletedAt: AT };
    expectJson(toSignaturePayload(cancelled, [signer]), { ...WITH_SIGNERS, deletedAt: ISO });
  });
});
