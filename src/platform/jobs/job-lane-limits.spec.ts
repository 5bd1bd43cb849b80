import { Gate } from '../../../test/support/gate.js';
import { enqueue, handlerOf, nothingLeft, useJobWorkers } from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { type Job, type JobResult } from './job-handler.js';

const workers = useJobWorkers();
const FOR_EVER = { knownLaneMs: Infinity };

/** A handler of a kind with eight sockets; a lane may use four of them. */
class Callers {
  /** Lanes that do not answer. */
  readonly hanging = new Set<unknown>();
  /** How many are answered before all lanes hang. */
  hangsAfter = Infinity;
  answered = 0;
  readonly gate = new Gate();
  readonly started: unknown[] = [];
  readonly atWork = new Map<unknown, number>();

  handler(answersWithinMs: number) {
    return handlerOf((job) => this.run(job), { maxInflight: 4, maxInProcess: 8, answersWithinMs });
  }

  private async run({ payload: { lane } }: Job<Record<string, unknown>>): Promise<JobResult> {
    this.started.push(lane);
    this.atWork.set(lane, (this.atWork.get(lane) ?? 0) + 1);
    if (this.hanging.has(lane) || this.started.length > this.hangsAfter) await this.gate.pass();
    this.atWork.set(lane, this.atWork.get(lane)! - 1);
    this.answered++;
    return { outcome: 'done', timedOut: false };
  }
}

const jobsOf = (lane: string, length: number) => Array.from({ length }, () => ({ lane, payload: { lane } }));
const lanes = (prefix: string, length: number) => Array.from({ length }, (_, index) => `${prefix}${index}`);

describe('a kind that waits for other servers', () => {
  it('keeps room for answering lanes while others hang for the first time', async () => {
    const callers = new Callers();
    const app = await workers.start([callers.handler(60_000)]);
    const hanging = lanes('hangs', 4);
    hanging.forEach((lane) => callers.hanging.add(lane));
    await enqueue(
      app,
      hanging.flatMap((lane) => jobsOf(lane, 4)),
    );
    await until('all of them hang', () => callers.gate.entered === 4);
    await enqueue(
      app,
      lanes('answers', 5).flatMap((lane) => jobsOf(lane, 10)),
    );
    await until('the others are served', () => callers.started.length === 4 + 50);
    expect(hanging.map((lane) => callers.atWork.get(lane))).toEqual([1, 1, 1, 1]);
    callers.gate.open();
    await nothingLeft(app);
    expect(callers.started).toHaveLength(4 * 4 + 50);
  });

  it('gives a lane that answers more slots', async () => {
    const callers = new Callers();
    const app = await workers.start([callers.handler(60_000)], { limits: FOR_EVER });
    callers.hangsAfter = 20;
    await enqueue(app, jobsOf('quick', 40));
    await until('it has all that a lane may have', () => callers.atWork.get('quick') === 4);
    callers.gate.open();
    await nothingLeft(app);
    expect(callers.started).toHaveLength(40);
  });

  it('treats lanes that keep it waiting like lanes that time out', async () => {
    const callers = new Callers();
    const app = await workers.start([callers.handler(1)], { limits: FOR_EVER });
    const slow = lanes('slow', 3);
    await enqueue(
      app,
      slow.flatMap((lane) => jobsOf(lane, 20)),
    );
    await nothingLeft(app);
    slow.forEach((lane) => callers.hanging.add(lane));
    for (const [index, lane] of slow.entries()) {
      await enqueue(app, jobsOf(lane, 1));
      await until('it hangs', () => callers.gate.entered > index);
    }
    await enqueue(
      app,
      slow.flatMap((lane) => jobsOf(lane, 3)),
    );
    await enqueue(app, jobsOf('quick', 10));
    await until('another lane is served', () => callers.answered === 70);
    expect(callers.gate.entered).toBe(4);
    callers.gate.open();
    await nothingLeft(app);
  });
});
