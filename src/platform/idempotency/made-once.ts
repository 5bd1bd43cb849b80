import { Injectable } from '@nestjs/common';
import { sha256 } from '../crypto/tokens.js';
import { Transactions } from '../database/transactions.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** Makes one thing for a form that may be sent twice. */
@Injectable()
export class MadeOnce {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: IdempotencyKeys,
  ) {}

  /**
   * Runs `make`, unless it has run for this form before. If it fails, the form can be sent again.
   * @param what - what is made, and of what, such as `request-copy:42`
   * @param form - identifies the form, such as a digest of what was entered and of a number that its page drew at random
   * @returns the id of what was made; null while another submission is making it
   */
  async run<Id extends number | string>(
    organizationId: number,
    what: string,
    form: string,
    make: () => Promise<Id>,
  ): Promise<Id | null> {
    const found = await this.keys.claim(organizationId, `${what}:${form}`);
    if (found.state === 'running') return null;
    if (found.state === 'answered') return JSON.parse(found.answer.body) as Id;
    return this.keys.during(found.claim, async () => {
      const id = await make();
      const answer = { requestHash: sha256(form), status: 201, body: JSON.stringify(id) };
      await this.transactions.run((tx) => this.keys.keep(tx, found.claim, answer));
      return id;
    });
  }
}
