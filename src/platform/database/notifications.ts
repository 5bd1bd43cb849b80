import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../config/settings.js';
import { connectionName } from './connection-name.js';
import { DatabaseWatch } from './database-watch.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

/** NOTIFY takes a lock that all commits share, so a process sends at most one statement in this time. */
const NOTIFY_GAP_MS = 20;
const CLOSE_LIMIT_MS = 1_000;
const FIRST_RECONNECT_MS = 100;
const LONGEST_RECONNECT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Receives each message, or null after a reconnection: earlier messages may have been missed. */
export type NotificationListener = (message: string | null) => void;

/**
 * Short messages to every process on this database: listeners in this process receive them at once, others by LISTEN
 * and NOTIFY. Messages can be lost, so listeners must also poll from time to time.
 */
@Injectable()
export class Notifications implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly id = randomUUID();
  private readonly listeners = new Map<string, NotificationListener[]>();
  private readonly marked = new WeakMap<EntityManager, Set<string>>();
  private readonly unsent = new Map<string, { channel: string; payload: string }>();
  private readonly closing = new AbortController();
  private listening: Promise<void> | undefined;
  private client: Client | undefined;
  /** The connection that listens on all channels so far. */
  private connected: Client | undefined;
  private resting = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly database: DatabaseWatch,
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** `channel` is an SQL identifier. The first call opens a connection, which is renewed whenever it breaks. */
  listen(channel: string, listener: NotificationListener): void {
    const others = this.listeners.get(channel);
    if (others) return void others.push(listener);
    this.listeners.set(channel, [listener]);
    if (this.connected) void this.subscribe(this.connected, channel).catch(() => undefined);
    this.listening ??= this.keepListening();
  }

  /** To be called after the commit: `message`, up to 1,000 characters, names what changed but not its new value. */
  send(channel: string, message = ''): void {
    this.dispatch(channel, message);
    const payload = `${this.id} ${message}`;
    this.unsent.set(`${channel} ${payload}`, { channel, payload });
    if (!this.resting) void this.notify();
  }

  /**
   * Sends a message when `tx`, an open transaction of `Transactions.run`, is committed; only once, however often it
   * is called.
   */
  sendAfterCommit(tx: EntityManager, channel: string, message: string): void {
    const marked = this.marked.get(tx) ?? new Set();
    const key = `${channel} ${message}`;
    if (marked.has(key)) return;
    this.marked.set(tx, marked.add(key));
    this.transactions.afterCommit(tx, async () => this.send(channel, message));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    this.client?.end().catch(() => undefined);
    // A vanished server does not answer the goodbye.
    await Promise.race([this.listening, wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  }

  private dispatch(channel: string, message: string | null): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(message);
  }

  private async notify(): Promise<void> {
    this.resting = true;
    const messages = [...this.unsent.values()];
    this.unsent.clear();
    await this.statements
      .query(
        {
          name: 'notify',
          text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as sent (channel, payload)',
        },
        [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)],
      )
      .catch((error: Error) => {
        if (!this.database.report(error))
          this.logger.warn(`Other processes were not notified: ${error.name}`);
      });
    await wait(NOTIFY_GAP_MS, undefined, { ref: false });
    this.resting = false;
    if (this.unsent.size > 0) await this.notify();
  }

  private async keepListening(): Promise<void> {
    let pauseMs = FIRST_RECONNECT_MS;
    while (!this.closing.signal.aborted) {
      const connected = await this.listenOnce();
      pauseMs = connected ? FIRST_RECONNECT_MS : Math.min(2 * pauseMs, LONGEST_RECONNECT_MS);
      await wait(pauseMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended, with whether there was one. */
  private async listenOnce(): Promise<boolean> {
    const { url } = this.dataSource.options as { url: string };
    const client = new Client({
      // Through a pooler it would listen in a session that others use.
      connectionString: this.settings.databaseDirectUrl ?? url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: connectionName('notifications'),
    });
    this.client = client;
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve());
    });
    client.on('notification', ({ channel, payload = '' }) => this.handle(channel, payload));
    try {
      await client.connect();
      // Includes channels added while this runs.
      for (const channel of this.listeners.keys()) await this.subscribe(client, channel);
    } catch {
      client.end().catch(() => undefined);
      return false;
    }
    this.connected = client;
    await ended;
    this.connected = undefined;
    client.end().catch(() => undefined);
    return true;
  }

  private async subscribe(client: Client, channel: string): Promise<void> {
    await client.query(`listen ${channel}`);
    this.dispatch(channel, null);
  }

  private handle(channel: string, payload: string): void {
    const [sender, message] = payload.split(' ', 2);
    if (sender !== this.id) this.dispatch(channel, message ?? '');
  }
}
