import { type AnswerOf } from '../operations.js';
import { type ChangeOptions } from '../options.js';
import { json, type Transport } from '../transport.js';

/** The signers of a request that was sent. */
export class Signers {
  constructor(private readonly transport: Transport) {}

  /** Reminds a signer who has not signed. */
  remind(signatureId: number, signerId: number, options?: ChangeOptions): Promise<AnswerOf<'signersRemind'>> {
    return this.transport.json('signersRemind', { path: { signatureId, signerId }, options });
  }

  /** Changes the address of a signer who has not signed, and sends a new invitation there. */
  changeEmail(
    signatureId: number,
    signerId: number,
    email: string,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'signersChangeEmail'>> {
    const path = { signatureId, signerId };
    return this.transport.json('signersChangeEmail', { path, body: json({ email }), options });
  }
}
