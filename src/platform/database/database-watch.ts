import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';

const LOOK_MS = 250;
const ANSWER_LIMIT_MS = 2_000;
/**
 * Effects of an outage can surface this long after its end: statements sent during it fail at their limit, and jobs
 * whose leases could not be renewed are returned.
 */
const ECHO_MS = 30_000;

/**
 * Logs an error for each outage of the database, however many requests fail, and a line of information at its end.
 */
@Injectable()
export class DatabaseWatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly closing = new AbortController();
  private outage: Promise<void> | undefined;
  private endedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly dataSource: DataSource) {}

  /** True from the first error of an outage to the first answer after it. */
  get isLost(): boolean {
    return this.outage !== undefined;
  }

  /** True during an outage and shortly after it, while its consequences surface. */
  get echoes(): boolean {
    return this.isLost || performance.now() - this.endedAt < ECHO_MS;
  }

  /** Records an error. @returns whether it is part of an outage, so that the caller need not log it */
  report(error: unknown): boolean {
    if (!isDatabaseLost(error)) return false;
    this.outage ??= this.waitForAnswer(error as NodeJS.ErrnoException).finally(() => {
      this.outage = undefined;
    });
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.outage;
  }

  private async waitForAnswer({ code, message }: NodeJS.ErrnoException): Promise<void> {
    const begun = performance.now();
    if (begun - this.endedAt < ECHO_MS && (await this.answers())) return;
    const { signal } = this.closing;
    this.logger.error(`The database does not answer (${code ?? message}); requests get 503 until it does`);
    while (!signal.aborted) {
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || !(await this.answers())) continue;
      this.endedAt = performance.now();
      const seconds = ((this.endedAt - begun) / 1000).toFixed(1);
      return this.logger.log(`The database answers again after ${seconds} s`);
    }
  }

  /** Uses a new connection: those of the pool may still work while the server accepts no other. */
  private async answers(): Promise<boolean> {
    const { url } = this.dataSource.options as { url: string };
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
