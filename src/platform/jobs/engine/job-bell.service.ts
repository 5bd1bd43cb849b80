import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Statements } from '../../database/statements.service.js';

const CHANNEL = 'countersign_jobs';
/** NOTIFY takes a lock that all commits share, so one process sends no more than one in so many milliseconds. */
const NOTIFY_GAP_MS = 20;
const CLOSE_LIMIT_MS = 1_000;
const FIRST_RECONNECT_MS = 100;
const LONGEST_RECONNECT_MS = 5_000;

/**
 * Wakes job runners: this process's at once, the others by NOTIFY. A lost ring costs no job, only time: runners also
 * look by themselves every second.
 */
@Injectable()
export class JobBell {
  private readonly logger = new Logger('Jobs');
  private readonly id = randomUUID();
  private readonly listeners: (() => void)[] = [];
  private readonly closing = new AbortController();
  private listening: Promise<void> | undefined;
  private client: Client | undefined;
  private resting = false;
  private rungMeanwhile = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
  ) {}

  onRing(listener: () => void): void {
    this.listeners.push(listener);
  }

  ring(): void {
    this.wake();
    if (this.resting) this.rungMeanwhile = true;
    else void this.notify();
  }

  /** Hears the other processes from now on, over a connection of its own that is made again whenever it breaks. */
  listen(): void {
    this.listening = this.keepListening();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.client?.end().catch(() => undefined);
    // A peer that is gone without a word does not answer the goodbye either.
    await Promise.race([this.listening, wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }

  private async notify(): Promise<void> {
    this.resting = true;
    this.rungMeanwhile = false;
    await this.statements
      .query({ name: 'jobs-notify', text: 'select pg_notify($1, $2)' }, [CHANNEL, this.id])
      .catch((error: Error) => this.logger.warn(`Other processes were not told of new jobs: ${error.name}`));
    await wait(NOTIFY_GAP_MS, undefined, { ref: false });
    this.resting = false;
    if (this.rungMeanwhile) await this.notify();
  }

  private async keepListening(): Promise<void> {
    let pauseMs = FIRST_RECONNECT_MS;
    while (!this.closing.signal.aborted) {
      const heard = await this.listenOnce();
      pauseMs = heard ? FIRST_RECONNECT_MS : Math.min(2 * pauseMs, LONGEST_RECONNECT_MS);
      await wait(pauseMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended, with whether there was one. What was missed before it is looked for. */
  private async listenOnce(): Promise<boolean> {
    const { url } = this.dataSource.options as { url: string };
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'countersign jobs',
    });
    this.client = client;
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => payload !== this.id && this.wake());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      client.end().catch(() => undefined);
      return false;
    }
    this.wake();
    await ended;
    client.end().catch(() => undefined);
    return true;
  }
}
