import { readFileSync } from 'node:fs';
import { type NamedTask } from './serve-child-task.js';
import { TaskSlots } from './task-slots.js';
import { WorkerPool } from './worker-pool.js';

const ENTRY = 'pdf/children/writing.child';
const LIMITS = { timeoutMs: 60_000, maxResidentMb: 1024 };
const TEXT: NamedTask = {
  task: 'typeset-request',
  input: {
    documentName: 'Lease',
    subject: 'Our lease',
    message: 'Dear Anna',
    senderName: '',
    organizationName: 'Acme',
  },
};
const UNKNOWN: NamedTask = { task: 'constructor', input: null };

/** The ids of this process's children. */
const children = () =>
  new Set(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean));

describe('a pool of warm processes', () => {
  let before: Set<string>;
  let pool: WorkerPool<NamedTask, unknown>;

  const open = (keeping?: { maxKeptMb: number }) => {
    before = children();
    pool = new WorkerPool(ENTRY, new TaskSlots(1), keeping);
  };
  const own = () => [...children()].filter((pid) => !before.has(pid));

  afterEach(() => pool.close());

  it('runs one task after another in the same process', async () => {
    open();
    await pool.run(TEXT, LIMITS);
    const [first] = own();
    expect(first).toBeDefined();
    await pool.run(TEXT, LIMITS);
    expect(own()).toEqual([first]);
  });

  it('replaces a process in which a task failed, or that has grown', async () => {
    open();
    await pool.run(TEXT, LIMITS);
    const [failing] = own();
    await expect(pool.run(UNKNOWN, LIMITS)).rejects.toMatchObject({ failure: 'error' });
    await pool.run(TEXT, LIMITS);
    expect(own()).not.toContain(failing);
    pool.close();
    open({ maxKeptMb: 1 });
    await pool.run(TEXT, LIMITS);
    const [grown] = own();
    await pool.run(TEXT, LIMITS);
    expect(own()).not.toContain(grown);
  });

  it('ends busy processes and starts no others when it is closed', async () => {
    open();
    const atWork = pool.run(TEXT, LIMITS);
    const waiting = pool.run(TEXT, LIMITS);
    const ends = Promise.all([
      expect(atWork).rejects.toMatchObject({ failure: 'crash' }),
      expect(waiting).rejects.toMatchObject({ failure: 'crash' }),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    pool.close();
    await ends;
  });
});
