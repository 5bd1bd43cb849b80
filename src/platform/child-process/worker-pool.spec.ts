import { existsSync, readFileSync } from 'node:fs';
import { inDepth } from '../../../test/support/in-depth.js';
import { until } from '../../../test/support/until.js';
import { CHILD_NICENESS } from './priority.js';
import { type NamedTask } from './serve-child-task.js';
import { TaskSlots } from './task-slots.js';
import { WorkerPool } from './worker-pool.js';

const ENTRY = 'pdf/children/writing.child';
const OWNER = { tenant: 1 };
const LIMITS = { timeoutMs: 60_000, maxResidentMb: 1024 };
const TEXT: NamedTask = {
  task: 'typeset-request',
  input: {
    documentName: 'Lease',
    subject: 'Our lease',
    message: 'Dear Anna',
    senderName: '',
    organizationName: 'Acme',
    words: { from: 'From', subject: 'Subject', footer: '{page} of {pages}', missing: 'No glyph: {mark}' },
  },
};
const UNKNOWN: NamedTask = { task: 'constructor', input: null };

/** Exists only on Linux, if built in. */
const itGroups = existsSync('/proc/self/autogroup') ? it : it.skip;

/** The ids of this process's children. */
const children = () =>
  new Set(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean));

describe('a pool of warm processes', () => {
  let before: Set<string>;
  let pool: WorkerPool<NamedTask, unknown>;

  const open = (keeping: { maxKeptMb?: number; maxProcesses?: number; isAnswer?: () => boolean } = {}) => {
    before = children();
    pool = new WorkerPool(ENTRY, new TaskSlots({ slots: 1 }), { isAnswer: () => true, ...keeping });
  };
  const own = () => [...children()].filter((pid) => !before.has(pid));

  afterEach(() => pool.close());

  it('runs one task after another in the same process', async () => {
    open();
    await pool.run(() => TEXT, LIMITS, OWNER);
    const [first] = own();
    expect(first).toBeDefined();
    await pool.run(() => TEXT, LIMITS, OWNER);
    expect(own()).toEqual([first]);
  });

  itGroups('lowers its processes’ priority, even where Linux shares the processor by session', async () => {
    open();
    await pool.run(() => TEXT, LIMITS, OWNER);
    expect(readFileSync(`/proc/${own()[0]}/autogroup`, 'latin1')).toContain(` nice ${CHILD_NICENESS}\n`);
  });

  inDepth('replaces a process in which a task failed, or that has grown', async () => {
    open();
    await pool.run(() => TEXT, LIMITS, OWNER);
    const [failing] = own();
    await expect(pool.run(() => UNKNOWN, LIMITS, OWNER)).rejects.toMatchObject({ failure: 'error' });
    await pool.run(() => TEXT, LIMITS, OWNER);
    expect(own()).not.toContain(failing);
    pool.close();
    open({ maxKeptMb: 1 });
    await pool.run(() => TEXT, LIMITS, OWNER);
    const [grown] = own();
    await pool.run(() => TEXT, LIMITS, OWNER);
    expect(own()).not.toContain(grown);
  });

  inDepth('replaces a process that answers with the wrong shape', async () => {
    open({ isAnswer: () => false });
    await expect(pool.run(() => TEXT, LIMITS, OWNER)).rejects.toMatchObject({ failure: 'crash' });
    await until('the process has ended', () => own().length === 0);
  });

  inDepth('lends a process to one organization only, and keeps few of them', async () => {
    open();
    const run = (tenant: number) => pool.run(() => TEXT, LIMITS, { tenant });
    for (const tenant of [1, 2]) await run(tenant);
    const [first, second] = own();
    expect(second).toBeDefined();
    for (const tenant of [1, 2]) await run(tenant);
    expect(own()).toEqual([first, second]);
    for (const tenant of [3, 4, 5]) await run(tenant);
    await until('the oldest have ended', () => own().length <= 3);
    expect(own()).not.toContain(first);
  });

  inDepth('ends an idle process first where only one is allowed', async () => {
    open({ maxProcesses: 1 });
    await pool.run(() => TEXT, LIMITS, { tenant: 1 });
    const [first] = own();
    await pool.run(() => TEXT, LIMITS, { tenant: 1 });
    expect(own()).toEqual([first]);
    await pool.run(() => TEXT, LIMITS, { tenant: 2 });
    await until('the first has ended', () => own().length === 1);
    expect(own()).not.toContain(first);
  });

  inDepth('starts no process and reads no input for a task abandoned while it waits', async () => {
    open();
    const giveUp = new AbortController();
    const atWork = pool.run(() => TEXT, LIMITS, OWNER);
    let wasRead = false;
    const read = () => {
      wasRead = true;
      return TEXT;
    };
    const waiting = pool.run(read, LIMITS, { tenant: 2, signal: giveUp.signal });
    giveUp.abort();
    await expect(waiting).rejects.toBe(giveUp.signal.reason);
    await atWork;
    expect(wasRead).toBe(false);
    expect(own()).toHaveLength(1);
  });

  it('ends the process of an abandoned task', async () => {
    open();
    const giveUp = new AbortController();
    const atWork = pool.run(() => TEXT, LIMITS, { ...OWNER, signal: giveUp.signal });
    const refused = expect(atWork).rejects.toThrow('nobody waits');
    await until('its process has started', () => own().length === 1);
    const [given] = own();
    giveUp.abort(new Error('nobody waits'));
    await refused;
    await pool.run(() => TEXT, LIMITS, OWNER);
    expect(own()).not.toContain(given);
  });

  it('ends busy processes and starts no others when closed', async () => {
    open();
    const atWork = pool.run(() => TEXT, LIMITS, OWNER);
    const waiting = pool.run(() => TEXT, LIMITS, OWNER);
    const ends = Promise.all([
      expect(atWork).rejects.toMatchObject({ failure: 'crash' }),
      expect(waiting).rejects.toMatchObject({ failure: 'crash' }),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    pool.close();
    await ends;
  });
});
