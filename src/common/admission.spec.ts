import { Admission } from './admission.js';

describe('Admission', () => {
  const open: (() => void)[] = [];
  const hold = () => new Promise<string>((resolve) => open.push(() => resolve('done')));
  const refuse = (limit: string) => `refused by ${limit}`;

  afterEach(() => open.splice(0).forEach((release) => release()));

  it('refuses what exceeds the limit of a key or of all, and admits again after an end', async () => {
    const admission = new Admission({ total: 3, perKey: 2 });
    const first = admission.run('a', hold, refuse);
    void admission.run('a', hold, refuse);
    await expect(admission.run('a', hold, refuse)).resolves.toBe('refused by key');
    void admission.run('b', hold, refuse);
    await expect(admission.run('c', hold, refuse)).resolves.toBe('refused by total');
    open.shift()!();
    await expect(first).resolves.toBe('done');
    const again = admission.run('a', async () => 'in', refuse);
    await expect(again).resolves.toBe('in');
  });

  it('makes room after work that fails', async () => {
    const admission = new Admission({ total: 1, perKey: 1 });
    const failed = admission.run('a', () => Promise.reject(new Error('no')), refuse);
    await expect(failed).rejects.toThrow('no');
    await expect(admission.run('a', async () => 'in', refuse)).resolves.toBe('in');
  });
});
