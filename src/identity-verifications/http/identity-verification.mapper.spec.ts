import { type IdentityVerification } from '../identity-verification.entity.js';
import { toIdentityVerificationPayload } from '../identity-verification-payload.mapper.js';
import { type VerificationEvent } from '../verification-event.entity.js';
import {
  toCreatedVerification,
  toShortVerification,
  toVerification,
  toVerificationList,
} from './identity-verification.mapper.js';

const AT = new Date('2026-11-21T09:30:00.250Z');
const verification: IdentityVerification = {
  id: 7,
  organizationId: 1,
  sessionId: '0b8f6a52-7d0a-4a8e-9f64-1f2a3b4c5d6e',
  shortForm: false,
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  fullName: 'Anna Maria Eriksson',
  documentType: 'passport',
  documentCountry: 'SE',
  locale: 'de',
  verificationMethod: 'combined',
  state: 'in_progress',
  status: 'in_progress',
  redirectUrl: 'https://shop.test/back',
  returnUrlSealed: null,
  metadata: { cart: 7 },
  signatureId: null,
  signerId: null,
  begunByUserId: null,
  reviewFourEyes: false,
  tokenHash: Buffer.alloc(32),
  tokenSealed: 'sealed',
  expiresAt: AT,
  consentedAt: AT,
  submittedAt: null,
  reviewDueAt: null,
  askedParts: [],
  askedPart: null,
  askReason: null,
  reviewRound: 1,
  humanRequestedAt: null,
  mediaErasureBeganAt: null,
  mediaErasedAt: null,
  createdAt: AT,
  updatedAt: AT,
};
const events: VerificationEvent[] = [
  { id: 3, organizationId: 1, verificationId: 7, type: 'identity_verification.created', createdAt: AT },
];
const sessionUrl = `https://sign.test/verify/${'a'.repeat(64)}`;
const token = 'a'.repeat(64);

/** Written out from the contract, with `sessionId`, which this service adds. */
const SUMMARY = {
  id: 7,
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'combined',
  status: 'in_progress',
  createdAt: '2026-11-21T09:30:00.250Z',
  updatedAt: '2026-11-21T09:30:00.250Z',
};
const WITHOUT_ADDRESS = {
  ...SUMMARY,
  redirectUrl: 'https://shop.test/back',
  metadata: { cart: 7 },
  expiresAt: '2026-11-21T09:30:00.250Z',
  events: [{ id: 3, type: 'identity_verification.created', createdAt: '2026-11-21T09:30:00.250Z' }],
  sessionId: '0b8f6a52-7d0a-4a8e-9f64-1f2a3b4c5d6e',
};

describe('fields of the contract', () => {
  test('returns the fields of GET by id', () => {
    expect(toVerification({ verification, events, sessionUrl })).toStrictEqual({
      ...WITHOUT_ADDRESS,
      sessionUrl,
    });
  });

  test('sends a webhook the fields of GET, without the address of the session', () => {
    expect(toIdentityVerificationPayload(verification, events)).toStrictEqual(WITHOUT_ADDRESS);
  });

  test('returns the fields of POST in the full form', () => {
    expect(toCreatedVerification({ verification, sessionUrl })).toStrictEqual({
      id: 7,
      email: 'anna@example.com',
      firstName: 'Anna Maria',
      lastName: 'Eriksson',
      documentType: 'passport',
      verificationMethod: 'combined',
      status: 'in_progress',
      createdAt: '2026-11-21T09:30:00.250Z',
      sessionUrl,
      redirectUrl: 'https://shop.test/back',
      metadata: { cart: 7 },
      expiresAt: '2026-11-21T09:30:00.250Z',
    });
  });

  test('returns the fields of POST in the short form', () => {
    expect(toShortVerification({ verification, token })).toStrictEqual({
      id: 7,
      email: 'anna@example.com',
      status: 'in_progress',
      expiresAt: '2026-11-21T09:30:00.250Z',
      token,
    });
  });

  test('returns the fields of the list', () => {
    expect(toVerificationList([[verification], 41], { page: 3, limit: 20 })).toStrictEqual({
      items: [SUMMARY],
      total: 41,
      page: 3,
      limit: 20,
    });
  });
});
