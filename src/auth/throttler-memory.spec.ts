import { ThrottlerMemory } from './throttler-memory.js';

const MINUTE_MS = 60_000;
const LIMIT = 3;

describe('ThrottlerMemory', () => {
  let memory: ThrottlerMemory;
  let now: number;
  const hit = (key = 'a') => memory.increment(key, MINUTE_MS, LIMIT, MINUTE_MS);

  beforeEach(() => {
    now = 0;
    memory = new ThrottlerMemory(() => now);
  });

  it('counts each tracker separately and blocks the request beyond the limit', async () => {
    for (let hits = 1; hits <= LIMIT; hits++)
      expect(await hit()).toMatchObject({ totalHits: hits, isBlocked: false, timeToBlockExpire: 0 });
    expect(await hit()).toMatchObject({ isBlocked: true });
    expect(await hit('b')).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('counts from one again when the window ends', async () => {
    for (let hits = 1; hits <= LIMIT; hits++) await hit();
    now += MINUTE_MS - 1_000;
    expect(await hit('b')).toMatchObject({ timeToExpire: 60 });
    now += 1_000;
    expect(await hit()).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(await hit('b')).toMatchObject({ totalHits: 2, timeToExpire: 59 });
  });

  it('blocks for the full duration from the first request beyond the limit', async () => {
    for (let hits = 1; hits <= LIMIT; hits++) await hit();
    now += MINUTE_MS - 1_000;
    expect(await hit()).toMatchObject({ isBlocked: true, timeToBlockExpire: 60 });
    now += MINUTE_MS - 1_000;
    expect(await hit()).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    now += 1_000;
    expect(await hit()).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('reports 60 seconds for a minute, whatever the clock’s fractions', async () => {
    now = 31_415.926535;
    expect(memory.peek('a', MINUTE_MS).timeToExpire).toBe(60);
    expect(await hit()).toMatchObject({ timeToExpire: 60 });
  });

  it('deletes trackers whose window has ended', async () => {
    for (let tracker = 0; tracker < 100; tracker++) await hit(String(tracker));
    now += MINUTE_MS;
    await hit('late');
    expect(memory.size).toBe(1);
  });
});
