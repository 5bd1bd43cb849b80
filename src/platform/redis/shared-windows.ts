import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Redis } from 'ioredis';
import { Settings } from '../config/settings.js';
import { createRedis, redisReason } from './redis-client.js';

/** Requests wait at most 50 ms for an answer; this leaves part of that for our own delays. */
const ANSWER_LIMIT_MS = 30;
/**
 * Startup waits this long for the first connection, so that the first requests are already counted together with all
 * others.
 */
const START_LIMIT_MS = 1_000;
const PREFIX = 'countersign:';

/** A window begins with its first hit, and again with the hit that exceeds the limit, which blocks. */
const HIT = `
  local hits = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or hits == ARGV[2] + 1 then
    left = hits > tonumber(ARGV[2]) and ARGV[3] or ARGV[1]
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { hits, tonumber(left) }`;

export interface WindowLimit {
  windowMs: number;
  limit: number;
  blockMs: number;
}

export interface SharedHits {
  hits: number;
  /** Milliseconds until the window or the block ends. */
  leftMs: number;
}

type CountingRedis = Redis & {
  hit: (key: string, windowMs: number, limit: number, blockMs: number) => Promise<[number, number]>;
};

/**
 * Counts in Redis, for all processes together. While Redis does not answer, counting is skipped without delay; it is
 * retried in the background, and a line is logged when that begins and when it ends.
 */
@Injectable()
export class SharedWindows implements OnApplicationShutdown {
  /** Tests set another value on busy machines. */
  answerLimitMs = ANSWER_LIMIT_MS;
  private readonly logger = new Logger('Redis');
  private client: CountingRedis | undefined;
  private readonly settled: Promise<void>;
  private settle: () => void = () => undefined;
  /** The number of the present working connection. Null if there is none. */
  private connection: number | null = null;
  private connections = 0;
  private lostAt: number | undefined;
  private isClosing = false;

  constructor(private readonly settings: Settings) {
    this.settled = new Promise((resolve) => (this.settle = resolve));
  }

  /** Starts connecting, and waits at most a second for the outcome. Without a connection nothing is counted. */
  async connect(): Promise<void> {
    const { redisUrl } = this.settings;
    if (redisUrl === undefined) return;
    const scripts = { hit: { lua: HIT, numberOfKeys: 1 } };
    const client = (await createRedis(redisUrl, { scripts })) as CountingRedis;
    this.client = client;
    client.on('ready', () => void this.tryOut(client));
    client.on('error', (error) => this.lose(error));
    client.on('close', () => this.lose(new Error('the connection has ended')));
    client.connect().catch((error: unknown) => this.lose(error));
    await Promise.race([this.settled, wait(START_LIMIT_MS, undefined, { ref: false })]);
  }

  /** Counts a hit. @returns null if Redis is not used or does not answer */
  async hit(key: string, { windowMs, limit, blockMs }: WindowLimit): Promise<SharedHits | null> {
    const { client, connection } = this;
    if (!client || connection === null) return null;
    try {
      const [hits, leftMs] = await inTime(
        client.hit(PREFIX + key, windowMs, limit, blockMs),
        this.answerLimitMs,
      );
      return { hits, leftMs };
    } catch (error) {
      // Other waiters come too late: there may already be another connection.
      if (connection === this.connection) this.giveUp(client, error);
      return null;
    }
  }

  onApplicationShutdown(): void {
    this.isClosing = true;
    this.client?.disconnect();
  }

  /** A connection is usable once it has counted: a replica, or a server without memory, only reads. */
  private async tryOut(client: CountingRedis): Promise<void> {
    try {
      await inTime(client.hit(`${PREFIX}trial`, START_LIMIT_MS, 1, START_LIMIT_MS), START_LIMIT_MS);
    } catch (error) {
      this.giveUp(client, error);
      return;
    }
    this.connection = ++this.connections;
    if (this.lostAt !== undefined) {
      const seconds = ((performance.now() - this.lostAt) / 1000).toFixed(1);
      this.logger.log(`Redis answers again after ${seconds} s; limits are shared by all processes`);
    }
    this.lostAt = undefined;
    this.settle();
  }

  private giveUp(client: Redis, error: unknown): void {
    this.lose(error);
    client.disconnect(!this.isClosing);
  }

  private lose(error: unknown): void {
    this.connection = null;
    this.settle();
    if (this.isClosing || this.lostAt !== undefined) return;
    this.lostAt = performance.now();
    this.logger.warn(
      `Redis does not answer (${redisReason(error)}); each process counts its own limits until it does`,
    );
  }
}

/** Rejects if there is no answer in time. An answer that arrived while this process was busy is not late. */
async function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error(`no answer within ${limitMs} ms`));
    timer = setTimeout(() => setImmediate(end), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
