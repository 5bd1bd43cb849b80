import { type Arrival, ContestedAdmission } from './contested-admission.js';
import { AppError } from './errors.js';

const busy = () => new AppError(503, 'All places are taken', undefined, undefined, 'busy');
const MIB = 1024 * 1024;
const STEP_MS = 100;
const STEPS = 1_200;
/** A network may send 20 files a minute, so each of its two returns every six seconds. */
const STEPS_BETWEEN = 60;
const NEWCOMER_EVERY = 20;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A body that arrives at a steady pace while the clock is moved. */
class Body implements Arrival {
  /** The outcome: read to its end, or the reason why not. */
  end: string | undefined;
  private since = Infinity;
  private whole = () => {};

  constructor(
    private readonly clock: { now: number },
    readonly network: string,
    readonly size: number,
    private readonly bytesPerSecond: number,
  ) {}

  bytes(): number {
    return Math.max(0, Math.min(this.size, ((this.clock.now - this.since) / 1000) * this.bytesPerSecond));
  }
  isComplete(): boolean {
    return this.bytes() === this.size;
  }

  begin(admission: ContestedAdmission): this {
    const arrive = () => {
      this.since = this.clock.now;
      return new Promise<void>((resolve) => (this.whole = resolve));
    };
    admission
      .of(this)
      .run(this.network, arrive, undefined, this.size)
      .then(() => (this.end = 'read'))
      .catch((error: AppError) => (this.end = error.message));
    return this;
  }

  look(): void {
    if (this.isComplete()) this.whole();
  }
}

describe('places for uploads without a key', () => {
  let clock: { now: number };
  let bodies: Body[];

  beforeEach(() => {
    clock = { now: 0 };
    bodies = [];
  });

  const admissionOf = (total: number, totalBytes = Infinity) =>
    new ContestedAdmission({ total, perKey: 2, totalBytes }, 'tests', busy, () => clock.now);

  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
      clock.now += STEP_MS;
      for (const body of bodies) body.look();
      await turn();
    }
  }
  async function send(admission: ContestedAdmission, network: string, size: number, pace: number) {
    const body = new Body(clock, network, size, pace).begin(admission);
    bodies.push(body);
    await turn();
    return body;
  }

  it('gives a newcomer the slowest sender’s place, not that of a fast or finished one', async () => {
    const admission = admissionOf(3);
    const sent = await send(admission, 'a', 10, 1_000);
    // Complete, but still being checked when this test ends.
    sent.look = () => {};
    const slow = await send(admission, 'b', 9_000, 10);
    const fast = await send(admission, 'c', 90_000, 1_000);
    await pass(3_000);
    const newcomer = await send(admission, 'd', 100, 10);
    expect([sent.end, slow.end, fast.end, newcomer.end]).toEqual([
      undefined,
      'All places are taken',
      undefined,
      undefined,
    ]);
    await pass(10_000);
    expect(newcomer.end).toBe('read');
  });

  it('gives no place to a network that has one, came a moment ago or has just given way', async () => {
    const admission = admissionOf(2);
    const [first, second] = [await send(admission, 'a', 9_000, 10), await send(admission, 'b', 9_000, 20)];
    expect((await send(admission, 'c', 10, 10)).end).toBe('All places are taken');
    await pass(3_000);
    expect((await send(admission, 'b', 10, 10)).end).toBe('All places are taken');
    expect((await send(admission, 'c', 9_000, 30)).end).toBeUndefined();
    expect([first.end, second.end]).toEqual(['All places are taken', undefined]);
    await pass(3_000);
    expect((await send(admission, 'a', 10, 10)).end).toBe('All places are taken');
    await pass(60_000);
    expect((await send(admission, 'a', 10, 10)).end).toBeUndefined();
    expect(second.end).toBe('All places are taken');
  });

  it('evicts as many small bodies as one large body needs', async () => {
    const admission = admissionOf(9, 100);
    const small = [];
    for (const network of ['a', 'b', 'c']) small.push(await send(admission, network, 30, 1));
    await pass(3_000);
    expect((await send(admission, 'd', 60, 10)).end).toBeUndefined();
    expect(small.filter(({ end }) => end !== undefined)).toHaveLength(2);
  });

  it('admits every newcomer while 100 networks send at the lowest rate and keep returning', async () => {
    const admission = admissionOf(32, 512 * MIB);
    const attackers = new Map<string, Body>();
    const newcomers: Body[] = [];
    for (let step = 0; step < STEPS; step++) {
      for (let at = 0; at < 200; at++) {
        const name = `network ${at >> 1}, ${at & 1}`;
        const isHeld = attackers.get(name)?.end === undefined && step > 0;
        // As often as a network may send a file, its two in turn.
        if (!isHeld && (step === 0 || step % STEPS_BETWEEN === at % STEPS_BETWEEN))
          attackers.set(name, await send(admission, `network ${at >> 1}`, 2 * MIB, 8 * 1024));
      }
      bodies = [...attackers.values(), ...newcomers].filter(({ end }) => end === undefined);
      if (step > 0 && step % NEWCOMER_EVERY === 0)
        newcomers.push(await send(admission, `newcomer ${step}`, MIB, 125_000));
      await pass(STEP_MS);
    }
    await pass(10_000);
    expect(newcomers.map(({ end }) => end)).toEqual(Array(newcomers.length).fill('read'));
  });
});
