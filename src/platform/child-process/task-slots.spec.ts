import { Gate } from '../../../test/support/gate.js';
import { type SlotLimits, type TaskOptions, TaskSlots } from './task-slots.js';

const SEALING: TaskOptions = { isReserved: true };
const URGENT: TaskOptions = { isUrgent: true };

/** Tasks that record their start and hold their slot until released. */
class Tasks {
  readonly started: string[] = [];
  readonly ends: Promise<unknown>[] = [];
  private readonly gates = new Map<string, Gate>();
  private readonly slots: TaskSlots;

  constructor(limits: SlotLimits) {
    this.slots = new TaskSlots(limits);
  }

  /** @param name the tenant's name, and a number */
  start(name: string, options: TaskOptions = {}, signal?: AbortSignal): Promise<string> {
    const gate = new Gate();
    this.gates.set(name, gate);
    const task = async () => {
      this.started.push(name);
      await gate.pass();
      return name;
    };
    const end = this.slots.run(task, { tenant: name[0]!, signal }, options);
    this.ends.push(end.catch(() => undefined));
    return end;
  }

  startAll(...names: string[]): void {
    for (const name of names) void this.start(name);
  }

  /** Lets a task end and its successor begin. */
  async finish(name: string): Promise<void> {
    this.gates.get(name)!.open();
    await settled();
  }

  async finishAll(): Promise<void> {
    for (const gate of this.gates.values()) gate.open();
    await Promise.all(this.ends);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('task slots', () => {
  let tasks = new Tasks({ slots: 1 });
  const open = (limits: SlotLimits) => (tasks = new Tasks(limits));

  afterEach(() => tasks.finishAll());

  it('starts another tenant’s task next, however many of the first tenant’s wait', async () => {
    open({ slots: 2 });
    tasks.startAll('a1', 'a2', 'a3', 'a4', 'b1', 'c1');
    await settled();
    expect(tasks.started).toEqual(['a1', 'a2']);
    for (const name of ['a1', 'a2', 'b1', 'c1']) await tasks.finish(name);
    expect(tasks.started.slice(2)).toEqual(['b1', 'c1', 'a3', 'a4']);
  });

  it('makes nobody wait for more than one turn of each newcomer', async () => {
    open({ slots: 1 });
    tasks.startAll('a1', 'a2', 'b1');
    await tasks.finish('a1');
    tasks.startAll('c1');
    await tasks.finish('b1');
    tasks.startAll('d1');
    expect(tasks.started).toEqual(['a1', 'b1', 'a2']);
  });

  it('never gives all slots to one tenant if its share is limited', async () => {
    open({ slots: 3, perTenant: 2 });
    tasks.startAll('a1', 'a2', 'a3', 'b1');
    await settled();
    expect(tasks.started).toEqual(['a1', 'a2', 'b1']);
  });

  it('reserves one slot for sealing, in total and for each tenant', async () => {
    open({ slots: 3, reserved: 1, perTenant: 2 });
    tasks.startAll('a1', 'a2', 'b1', 'c1');
    await settled();
    expect(tasks.started).toEqual(['a1', 'b1']);
    void tasks.start('a3', SEALING);
    await settled();
    expect(tasks.started).toEqual(['a1', 'b1', 'a3']);
    void tasks.start('d1', SEALING);
    for (const name of ['b1', 'a3']) await tasks.finish(name);
    expect(tasks.started.slice(3)).toEqual(['c1', 'd1']);
  });

  it('starts urgent tasks first, but gives others every fourth turn', async () => {
    open({ slots: 1 });
    tasks.startAll('a1', 'a2');
    for (const name of ['b1', 'c1', 'b2', 'c2']) void tasks.start(name, URGENT);
    for (const name of ['a1', 'b1', 'c1', 'b2', 'a2', 'c2']) await tasks.finish(name);
    expect(tasks.started).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'c2']);
  });

  it('refuses work beyond a tenant’s queue with 429, and beyond everybody’s with 503', async () => {
    open({ slots: 1, waiting: { total: 3, perTenant: 2 } });
    tasks.startAll('a1', 'a2', 'a3');
    await expect(tasks.start('a4')).rejects.toMatchObject({ statusCode: 429 });
    tasks.startAll('b1');
    await expect(tasks.start('b2')).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
    void tasks.start('b3', SEALING);
    await tasks.finish('a1');
    void tasks.start('b4');
    for (const name of ['a2', 'b1', 'a3', 'b3', 'b4']) await tasks.finish(name);
    expect(tasks.started).toEqual(expect.arrayContaining(['a2', 'a3', 'b1', 'b3', 'b4']));
  });

  it('never starts a task that is abandoned while it waits', async () => {
    open({ slots: 1 });
    const giveUp = new AbortController();
    tasks.startAll('a1');
    const given = tasks.start('b1', {}, giveUp.signal);
    tasks.startAll('c1');
    giveUp.abort(new Error('nobody waits any more'));
    await expect(given).rejects.toThrow('nobody waits any more');
    await expect(tasks.start('b2', {}, giveUp.signal)).rejects.toThrow('nobody waits any more');
    await tasks.finish('a1');
    expect(tasks.started).toEqual(['a1', 'c1']);
  });

  it('runs other tasks while one waits for an answer, and counts it again afterwards', async () => {
    const slots = new TaskSlots({ slots: 1 });
    const answer = new Gate();
    const other = new Gate();
    const events: string[] = [];
    const asking = slots.run(
      async (slot) => {
        events.push('asks');
        await slot.pauseFor(() => answer.pass());
        events.push('goes on');
      },
      { tenant: 'a' },
    );
    const answering = slots.run(
      async () => {
        events.push('other');
        await other.pass();
      },
      { tenant: 'b' },
    );
    await settled();
    answer.open();
    await settled();
    expect(events).toEqual(['asks', 'other']);
    other.open();
    await Promise.all([asking, answering]);
    expect(events).toEqual(['asks', 'other', 'goes on']);
  });

  it('frees the slot of a failed task, even one that waited for an answer', async () => {
    const slots = new TaskSlots({ slots: 1 });
    const answer = new Gate();
    const failing = slots.run(
      (slot) => {
        void slot.pauseFor(() => answer.pass()).catch(() => undefined);
        return Promise.reject(new Error('it died'));
      },
      { tenant: 'a' },
    );
    await expect(failing).rejects.toThrow('it died');
    answer.open();
    await settled();
    expect(await slots.run(async () => 'first', { tenant: 'a' })).toBe('first');
    const gate = new Gate();
    const held = slots.run(() => gate.pass(), { tenant: 'a' });
    let hasStarted = false;
    const second = slots.run(async () => void (hasStarted = true), { tenant: 'b' });
    await settled();
    expect(hasStarted).toBe(false);
    gate.open();
    await Promise.all([held, second]);
  });
});
