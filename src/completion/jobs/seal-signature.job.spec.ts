import { type CompletionMaterials } from '../completion-materials.js';
import { SealSignatureJob } from './seal-signature.job.js';

/** A run that cannot read what it needs. */
function runThatFails(message: string) {
  const materials = { gather: () => Promise.reject(new Error(message)) } as unknown as CompletionMaterials;
  const unused = {} as never;
  const job = new SealSignatureJob(unused, materials, unused, unused, unused, unused, unused);
  const work = { id: 1, attempt: 3, payload: { organizationId: 1, signatureId: 2 } };
  return job.run(work as never, new AbortController().signal);
}

describe('sealing a document', () => {
  it('retries a failed sealing and records the failure', async () => {
    const result = await runThatFails('the document is unreadable');
    expect(result).toMatchObject({
      outcome: 'retry',
      error: expect.stringContaining('request 2'),
      commit: expect.any(Function),
    });
  });

  it('does not count a lost database as a failure of sealing', async () => {
    await expect(runThatFails('Connection terminated unexpectedly')).rejects.toThrow('Connection terminated');
  });
});
