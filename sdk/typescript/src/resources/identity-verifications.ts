import { type components } from '../openapi.js';
import { type AnswerOf, type QueryOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { type Pages, pagesOf } from '../pages.js';
import { json, type Transport } from '../transport.js';

type Schemas = components['schemas'];

/** Verifications of people by their documents. */
export class IdentityVerifications {
  constructor(private readonly transport: Transport) {}

  /** Starts a verification. Send the person to `sessionUrl` right away. */
  create(
    person: Schemas['CreateVerification'],
    options?: ChangeOptions,
  ): Promise<Schemas['CreatedVerification']>;
  /** Starts a verification whose link the person gets by email. */
  create(
    person: Schemas['CreateShortVerification'],
    options?: ChangeOptions,
  ): Promise<Schemas['ShortVerification']>;
  create(
    person: Schemas['CreateVerification'] | Schemas['CreateShortVerification'],
    options?: ChangeOptions,
  ): Promise<AnswerOf<'identityVerificationsCreate'>> {
    return this.transport.json('identityVerificationsCreate', { body: json(person), options });
  }

  list(
    query: QueryOf<'identityVerificationsList'> = {},
    options?: CallOptions,
  ): Pages<AnswerOf<'identityVerificationsList'>> {
    return pagesOf(this.transport, 'identityVerificationsList', query, options);
  }

  get(verificationId: number, options?: CallOptions): Promise<AnswerOf<'identityVerificationsGet'>> {
    return this.transport.json('identityVerificationsGet', { path: { verificationId }, options });
  }

  /** What was found. @throws NotFoundError while the verification is open */
  documentReport(verificationId: number, options?: CallOptions): Promise<AnswerOf<'documentReportsGet'>> {
    return this.transport.json('documentReportsGet', { path: { verificationId }, options });
  }

  /** Erases the pictures of a verification that has ended. */
  eraseMedia(
    verificationId: number,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'identityVerificationsEraseMedia'>> {
    return this.transport.json('identityVerificationsEraseMedia', { path: { verificationId }, options });
  }
}
