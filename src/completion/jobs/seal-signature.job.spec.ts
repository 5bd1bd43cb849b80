import { type Transactions } from '../../platform/database/transactions.js';
import { SealSignatureJob } from './seal-signature.job.js';

/** A run whose first transaction fails. */
function runThatFails(message: string) {
  const transactions = { run: () => Promise.reject(new Error(message)) } as unknown as Transactions;
  const unused = {} as never;
  const job = new SealSignatureJob(transactions, unused, unused, unused, unused, unused);
  const work = { id: 1, attempt: 3, payload: { organizationId: 1, signatureId: 2 } };
  return job.run(work as never, new AbortController().signal);
}

describe('sealing', () => {
  it('is tried again later, and the failure recorded', async () => {
    const result = await runThatFails('the document is unreadable');
    expect(result).toMatchObject({
      outcome: 'retry',
      error: expect.stringContaining('request 2'),
      commit: expect.any(Function),
    });
  });

  it('has not failed if the database was lost', async () => {
    await expect(runThatFails('Connection terminated unexpectedly')).rejects.toThrow('Connection terminated');
  });
});
