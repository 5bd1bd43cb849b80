import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ThrottlerMemory } from '../src/auth/throttler-memory.js';
import { ThrottlerShared } from '../src/auth/throttler-shared.js';
import { type Settings } from '../src/platform/config/settings.js';
import { SharedWindows } from '../src/platform/redis/shared-windows.js';
import { RedisServer } from '../test/support/redis-server.js';
import { until } from '../test/support/until.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// The cost of a count in this process and in Redis, and how long pending counts wait when Redis stops responding or
// dies. Target: no wait longer than 50 ms.

const COUNTS = count('Counts', 20_000, 2_000);
const ROUNDS = count('Rounds', 20, 3);
const AT_ONCE = 64;
const MINUTE_MS = 60_000;
const LIMIT = 1_000_000_000;
const TRIAL = { windowMs: 1_000, limit: LIMIT, blockMs: 1_000 };

Logger.overrideLogger(false);

const hit = (throttler: ThrottlerMemory, key: string) =>
  throttler.increment(key, MINUTE_MS, LIMIT, MINUTE_MS);

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function costOf(name: string, throttler: ThrottlerMemory): Promise<string[]> {
  const times: number[] = [];
  for (let done = 0; done < COUNTS; done += AT_ONCE)
    times.push(await milliseconds(() => hit(throttler, `key-${done % 50}`)));
  const caller = async () => {
    for (let done = 0; done < COUNTS / AT_ONCE; done++) await hit(throttler, `key-${done % 50}`);
  };
  const before = process.cpuUsage();
  const elapsed = await milliseconds(() => Promise.all(Array.from({ length: AT_ONCE }, caller)));
  const { user, system } = process.cpuUsage(before);
  return [
    name,
    `${(median(times) * 1_000).toFixed(1)} µs`,
    `${Math.round((COUNTS / elapsed) * 1_000)}`,
    `${((user + system) / COUNTS).toFixed(1)} µs`,
  ];
}

/** The longest wait among callers counting while `stop` happens. */
async function longestWait(throttler: ThrottlerMemory, stop: () => unknown): Promise<number> {
  let isOver = false;
  let longest = 0;
  const caller = async () => {
    while (!isOver) {
      longest = Math.max(longest, await milliseconds(() => hit(throttler, 'waiting')));
      await new Promise(setImmediate);
    }
  };
  const callers = Array.from({ length: AT_ONCE }, caller);
  await new Promise((resolve) => setTimeout(resolve, 50));
  longest = 0;
  await stop();
  await new Promise((resolve) => setTimeout(resolve, 200));
  isOver = true;
  await Promise.all(callers);
  return longest;
}

const redis = await RedisServer.start();
const windows = new SharedWindows({ redisUrl: redis.url } as Settings);
await windows.connect();
const shared = new ThrottlerShared(windows);
try {
  printTable(
    ['A count', 'one at a time', `a second, ${AT_ONCE} at once`, 'CPU of this process'],
    [await costOf('in this process', new ThrottlerMemory()), await costOf('in Redis', shared)],
  );
  const rows: string[][] = [];
  for (const [name, stop, mend] of [
    ['stops answering', () => redis.pause(), () => redis.resume()],
    ['dies', () => redis.kill(), () => redis.start()],
  ] as const) {
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      waits.push(await longestWait(shared, stop));
      await mend();
      await until('Redis counts again', async () => (await windows.hit('probe', TRIAL)) !== null);
    }
    rows.push([name, `${median(waits).toFixed(1)} ms`, `${Math.max(...waits).toFixed(1)} ms`]);
  }
  console.log();
  printTable(['Redis', 'longest wait of a round, median', 'longest of all'], rows);
} finally {
  windows.onApplicationShutdown();
  await redis.stop();
}
printMachine();
