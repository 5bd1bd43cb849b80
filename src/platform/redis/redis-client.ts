import { type Redis, type RedisOptions } from 'ioredis';

const CONNECT_LIMIT_MS = 2_000;
/** Pause between attempts, in the background. */
const RETRY_MS = 500;

/**
 * Requests never wait for the connection: a command that cannot be sent or answered at once fails, and is not
 * repeated.
 */
const OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_LIMIT_MS,
  socketTimeout: CONNECT_LIMIT_MS,
  connectionName: 'countersign',
} satisfies RedisOptions;

/** A client that is not connected yet, and then reconnects whenever it has lost the connection. */
export async function createRedis(url: string, options: RedisOptions = {}): Promise<Redis> {
  // Loaded lazily: most installations have no Redis.
  const ioredis = await import('ioredis');
  return new ioredis.Redis(url, { ...OPTIONS, retryStrategy: () => RETRY_MS, ...options });
}

/** Why Redis does not answer, without the address, which may contain a password. */
export function redisReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || 'unknown error';
}

/** @returns what answers at the address, such as `Redis 7.0.15` @throws Error if there is no answer within seconds */
export async function describeRedis(url: string): Promise<string> {
  const client = await createRedis(url, { retryStrategy: () => null });
  let failure: unknown;
  client.on('error', (error) => (failure ??= error));
  try {
    await client.connect();
    const [, version = 'unknown'] = /^redis_version:(\S+)/m.exec(await client.info('server')) ?? [];
    return `Redis ${version}`;
  } catch (error) {
    throw new Error(redisReason(failure ?? error), { cause: error });
  } finally {
    client.disconnect();
  }
}
