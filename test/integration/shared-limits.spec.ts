import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';
import { FailedAuthLimiter } from '../../src/auth/failed-auth-limiter.js';
import { ThrottlerMemory } from '../../src/auth/throttler-memory.js';
import { ThrottlerShared } from '../../src/auth/throttler-shared.js';
import { CODE_DIR, PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { SharedWindows } from '../../src/platform/redis/shared-windows.js';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';
import { collectLog } from '../support/log-lines.js';
import { patience } from '../support/patience.js';
import { RedisServer } from '../support/redis-server.js';
import { SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const CODE_URL = pathToFileURL(CODE_DIR).href.replace(/\/$/, '');
const MINUTE_MS = 60_000;
/** Redis shares the machine with other tests, so it may have to wait for its turn. */
const ANSWER_LIMIT_MS = 500;
const PASSWORD = 'correct-horse-battery';
/** For starting services. */
const LONGEST_MS = 120_000;

/** A process that counts 400 times at once, and writes how many are allowed. */
const COUNTING = `
  import 'reflect-metadata';
  import { ThrottlerShared } from '${CODE_URL}/src/auth/throttler-shared.js';
  import { SharedWindows } from '${CODE_URL}/src/platform/redis/shared-windows.js';
  const [, redisUrl, answerLimitMs] = process.argv;
  const windows = Object.assign(new SharedWindows({ redisUrl }), { answerLimitMs: Number(answerLimitMs) });
  await windows.connect();
  const throttler = new ThrottlerShared(windows);
  const hit = () => throttler.increment('api-key:9', 60_000, 1_000, 60_000);
  const counts = await Promise.all(Array.from({ length: 400 }, hit));
  console.log(counts.filter(({ isBlocked }) => !isBlocked).length);
  windows.onApplicationShutdown();`;

describe('limits that processes share', () => {
  let redis: RedisServer;
  let log: ReturnType<typeof collectLog>;
  let processes: SharedWindows[];

  beforeAll(async () => {
    redis = await RedisServer.start({ password: PASSWORD });
  });
  beforeEach(() => {
    log = collectLog();
    processes = [];
  });
  afterEach(async () => {
    log.end();
    for (const each of processes) each.onApplicationShutdown();
    if (!redis.isRunning) await redis.start();
  });
  afterAll(() => redis?.stop());

  /** The counter of a process. */
  async function counter(redisUrl = redis.url): Promise<ThrottlerShared> {
    const windows = new SharedWindows({ redisUrl } as Settings);
    windows.answerLimitMs = patience(ANSWER_LIMIT_MS);
    processes.push(windows);
    await windows.connect();
    return new ThrottlerShared(windows);
  }
  const hit = (throttler: ThrottlerMemory, key: string, limit = 3) =>
    throttler.increment(key, MINUTE_MS, limit, MINUTE_MS);
  const isBackFor = (throttler: ThrottlerShared, other: ThrottlerShared) => async () => {
    const key = `back-${log.lines.length}-${Math.random()}`;
    await hit(throttler, key);
    return (await hit(other, key)).totalHits === 2;
  };

  it('a request waits at most 50 ms for Redis, unless a test says otherwise', () => {
    expect(new SharedWindows({} as Settings).answerLimitMs).toBeLessThanOrEqual(50);
  });

  it('enforces one limit per key across all processes, however they mix', async () => {
    const three = [await counter(), await counter(), await counter()];
    const counts = await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => hit(three[index % 3]!, 'api-key:7', 1_000)),
    );
    expect(counts.filter(({ isBlocked }) => !isBlocked)).toHaveLength(1_000);
    expect(await hit(three[0]!, 'api-key:8', 1_000)).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(log.lines).toEqual([]);
  });

  it('counts as a single process does', async () => {
    const [alone, shared] = [new ThrottlerMemory(), await counter()];
    for (let hits = 0; hits < 5; hits++) {
      const { totalHits, isBlocked } = await hit(alone, 'alike');
      expect(await hit(shared, 'alike')).toMatchObject({ totalHits, isBlocked });
    }
    expect(shared.peek('alike', MINUTE_MS).totalHits).toBe(alone.peek('alike', MINUTE_MS).totalHits);
    // A window ends, and so does a block.
    const limits = { windowMs: 20, limit: 1, blockMs: 30 };
    const windows = processes[0]!;
    expect(await windows.hit('short', limits)).toMatchObject({ hits: 1 });
    await until('the window has ended', async () => (await windows.hit('short', limits))?.hits === 1);
    expect(await windows.hit('short', { ...limits, blockMs: MINUTE_MS })).toMatchObject({ hits: 2 });
    expect((await windows.hit('short', limits))!.leftMs).toBeGreaterThan(limits.windowMs);
  });

  it('blocks an address for its failures in other processes', async () => {
    const [one, other] = [new FailedAuthLimiter(await counter()), new FailedAuthLimiter(await counter())];
    await Promise.all(Array.from({ length: 1_000 }, () => one.count('203.0.113.9')));
    await expect(other.count('203.0.113.9')).rejects.toMatchObject({ statusCode: 429 });
    expect(other.headersFor('203.0.113.9')).toMatchObject({ 'x-ratelimit-remaining-app': 0 });
  });

  it.each(['paused', 'killed'] as const)(
    'counts per process while Redis is %s, logs it once, and resumes from the last known counts',
    async (fault) => {
      const [one, other] = [await counter(), await counter()];
      for (let hits = 0; hits < 2; hits++) await hit(other, fault);
      expect(await hit(one, fault)).toMatchObject({ totalHits: 3, isBlocked: false });
      if (fault === 'paused') redis.pause();
      else await redis.kill();
      const counts = await Promise.all(Array.from({ length: 50 }, () => hit(one, 'during', 40)));
      expect(counts.filter(({ isBlocked }) => !isBlocked)).toHaveLength(40);
      expect(await hit(one, fault)).toMatchObject({ totalHits: 4, isBlocked: true });
      expect(await hit(other, fault)).toMatchObject({ totalHits: 3, isBlocked: false });
      if (fault === 'paused') redis.resume();
      else await redis.start();
      await until('limits are shared again', isBackFor(one, other));
      const gone = expect.stringMatching(
        /^warn: Redis does not answer \(.+\); each process counts its own limits/,
      );
      const back = expect.stringMatching(/^log: Redis answers again after [\d.]+ s/);
      // Both processes log here.
      expect([...log.lines].sort()).toEqual([back, back, gone, gone]);
      expect(log.lines.join()).not.toContain(PASSWORD);
    },
  );

  it('starts without Redis, or with one that refuses to count, and logs it once', async () => {
    const nobody = await counter('redis://:secret-word@127.0.0.1:1');
    const refused = await counter(redis.url.replace(PASSWORD, 'wrong-password'));
    for (const each of [nobody, refused]) expect(await hit(each, 'alone')).toMatchObject({ totalHits: 1 });
    await redis.command('config', 'set', 'maxmemory', '1');
    const full = await counter();
    try {
      expect(await hit(full, 'full')).toMatchObject({ totalHits: 1 });
      expect(await hit(full, 'full')).toMatchObject({ totalHits: 2 });
    } finally {
      await redis.command('config', 'set', 'maxmemory', '0');
    }
    await until('it is tried again', isBackFor(full, await counter()));
    expect(log.lines.filter((line) => line.startsWith('warn: '))).toHaveLength(3);
    expect(log.lines.filter((line) => line.includes('answers again'))).toHaveLength(1);
    expect(log.lines.join()).not.toMatch(/secret-word|wrong-password|correct-horse/);
  });

  it('allows a key 1,000 requests across three processes', async () => {
    const counts = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const args = [
          '--input-type=module',
          '--eval',
          COUNTING,
          redis.url,
          String(patience(ANSWER_LIMIT_MS)),
        ];
        return Number((await promisify(execFile)(process.execPath, args, { cwd: PROJECT_ROOT })).stdout);
      }),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_000);
  });

  inDepth(
    'allows a key 1,000 requests across three services',
    async () => {
      const database = await createTestDatabase();
      const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      const servers = await Promise.all(Array.from({ length: 3 }, () => ServerProcess.prepare(settings)));
      /**
       * How many of 1,200 requests are allowed for a new organization's key, and whether Redis answered in time for
       * all of them.
       */
      const served = async (attempt: number) => {
        const logged = servers.flatMap(({ log: lines }) => lines).length;
        const owner = ['--name', `Tenant ${attempt}`, '--owner-email', `owner${attempt}@tenants.test`];
        const { apiKey } = await servers[0]!.cli('organization:create', ...owner);
        const statuses: number[] = [];
        const ask = async ({ url }: ServerProcess) => {
          const api = new ApiClient(url, String(apiKey));
          for (let each = 0; each < 400; each++) statuses.push((await api.get(SIGNATURES)).status);
        };
        await Promise.all(servers.map(ask));
        expect(new Set(statuses)).toEqual(new Set([200, 429]));
        const isShared = servers.flatMap(({ log: lines }) => lines).length === logged;
        return { count: statuses.filter((status) => status === 200).length, isShared };
      };
      try {
        for (const server of servers) await server.start();
        // On a busy machine Redis may miss the time that a request waits for it.
        let counted = await served(1);
        for (let attempt = 2; attempt <= 5 && !counted.isShared; attempt++) counted = await served(attempt);
        expect(counted).toEqual({ count: 1_000, isShared: true });
      } finally {
        for (const server of servers) await server.close();
        await database.drop();
      }
    },
    LONGEST_MS,
  );

  inDepth(
    'refuses nothing at a service whose Redis is gone, and logs it once',
    async () => {
      const database = await createTestDatabase();
      const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      const server = await ServerProcess.prepare(settings);
      try {
        await server.start();
        const api = new ApiClient(server.url, server.secret('API key'));
        redis.pause();
        const answers = await Promise.all(Array.from({ length: 30 }, () => api.get(SIGNATURES)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect((await api.get('/readyz')).status).toBe(200);
        expect(server.log.filter((line) => line.includes('does not answer'))).toHaveLength(1);
        expect(server.log.join()).not.toContain(PASSWORD);
      } finally {
        redis.resume();
        await server.close();
        await database.drop();
      }
    },
    LONGEST_MS,
  );

  inDepth(
    'reaches Redis over TLS, and examines it with doctor',
    async () => {
      const { ca, cert, key } = await createServerCertificate();
      const files = ['ca', 'cert', 'key'].map((name) =>
        join(tmpdir(), `countersign-redis-${process.pid}.${name}`),
      );
      for (const [index, text] of [ca, cert, key].entries()) writeFileSync(files[index]!, text);
      const secure = await RedisServer.start({
        password: PASSWORD,
        tls: { cert: files[1]!, key: files[2]! },
      });
      const database = await createTestDatabase();
      const settings = { DATABASE_URL: database.url, REDIS_URL: secure.url };
      const trusting = await ServerProcess.prepare({ ...settings, NODE_EXTRA_CA_CERTS: files[0]! });
      const doubting = await ServerProcess.prepare(settings);
      try {
        const limitsOf = async (server: ServerProcess) => {
          const { checks } = (await server.cliAnyway('doctor')) as { checks: { name: string }[] };
          return checks.find(({ name }) => name === 'limits');
        };
        expect(await limitsOf(trusting)).toMatchObject({
          ok: true,
          message: expect.stringMatching(/^shared by all processes over Redis \d/),
        });
        const doubted = await limitsOf(doubting);
        expect(doubted).toMatchObject({ ok: false, message: expect.stringMatching(/certificate/) });
        expect(JSON.stringify(doubted)).not.toContain(PASSWORD);
      } finally {
        await trusting.close();
        await doubting.close();
        await secure.stop();
        await database.drop();
        for (const file of files) rmSync(file);
      }
    },
    LONGEST_MS,
  );
});
