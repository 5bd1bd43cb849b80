import { Admission, slotChanges } from './admission.js';

describe('Admission', () => {
  const open: (() => void)[] = [];
  const hold = () => new Promise<string>((resolve) => open.push(() => resolve('done')));
  const refuse = (limit: string) => `refused by ${limit}`;

  afterEach(() => open.splice(0).forEach((release) => release()));

  it('refuses work beyond the limit of a key or of all, and admits again when some ends', async () => {
    const admission = new Admission({ total: 3, perKey: 2 }, 'tests');
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

  it('frees the slot of work that fails', async () => {
    const admission = new Admission({ total: 1, perKey: 1 }, 'tests');
    const failed = admission.run('a', () => Promise.reject(new Error('no')), refuse);
    await expect(failed).rejects.toThrow('no');
    await expect(admission.run('a', async () => 'in', refuse)).resolves.toBe('in');
  });

  it('refuses bytes beyond the limit of a key or of all, however few pieces of work there are', async () => {
    const admission = new Admission({ total: 9, perKey: 9, totalBytes: 100, bytesPerKey: 60 }, 'tests');
    void admission.run('a', hold, refuse, 60);
    expect(admission.load).toEqual({ works: 1, bytes: 60 });
    await expect(admission.run('a', hold, refuse, 1)).resolves.toBe('refused by key');
    void admission.run('b', hold, refuse, 40);
    await expect(admission.run('c', hold, refuse, 1)).resolves.toBe('refused by total');
    expect(admission.load).toEqual({ works: 2, bytes: 100 });
    for (const release of open.splice(0)) release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(admission.load).toEqual({ works: 0, bytes: 0 });
  });

  it('answers 429 to a key and 503 to all by default', async () => {
    const admission = new Admission({ total: 2, perKey: 1 }, 'tests');
    void admission.run('a', hold);
    await expect(admission.run('a', hold)).rejects.toMatchObject({
      statusCode: 429,
      limit: 'tenant_share',
    });
    void admission.run('b', hold);
    await expect(admission.run('c', hold)).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
  });

  it('takes back the slot of work that does not end in time, and reports it', async () => {
    const changes: unknown[] = [];
    const note = (change: unknown) => void changes.push(change);
    slotChanges.subscribe(note);
    try {
      const admission = new Admission({ total: 1, perKey: 1, longestMs: 20 }, 'tests');
      let hears: AbortSignal | undefined;
      const stuck = admission.run('a', (overdue) => {
        hears = overdue;
        return new Promise(() => {});
      });
      await expect(stuck).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
      expect(hears!.aborted).toBe(true);
      expect(admission.load).toEqual({ works: 0, bytes: 0 });
      await expect(admission.run('a', async () => 'in')).resolves.toBe('in');
      const told = ['taken', 'reclaimed', 'left', 'taken', 'left'];
      expect(changes).toEqual(told.map((change) => ({ slots: 'tests', change })));
    } finally {
      slotChanges.unsubscribe(note);
    }
  });
});
