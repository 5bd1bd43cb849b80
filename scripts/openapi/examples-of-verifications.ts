import { type Example } from '../../src/api-reference/domain/api-document.js';

/** Requests about identity verifications that the service accepts. */
export const REQUESTS_OF_VERIFICATIONS: Record<string, Record<string, Example>> = {
  identityVerificationsCreate: {
    full_form: {
      summary: 'You send the person to sessionUrl',
      value: {
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
        documentType: 'passport',
        verificationMethod: 'combined',
        redirectUrl: 'https://shop.example.com/verified',
        metadata: { order: 1815 },
      },
    },
    short_form: {
      summary: 'The person gets the address by email',
      value: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        callbackUrl: 'https://shop.example.com/verified',
      },
    },
  },
};
