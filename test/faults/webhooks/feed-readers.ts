import { setTimeout as wait } from 'node:timers/promises';
import { readCursor, toCursor } from '../../../src/webhooks/domain/feed-cursor.js';
import { type FeedCaller, type WebhookFeed } from '../../../src/webhooks/webhook-feed.js';
import { type HistoryRow } from '../../../src/webhooks/webhook-history.queries.js';
import { until } from '../../support/until.js';
import { type Findings } from '../findings.js';
import { type Subscriber } from './fleet.js';

const PAGE = 100;
const LOOK_MS = 50;
const ALWAYS: FeedCaller = { gone: new AbortController().signal, assertAdmitted: () => Promise.resolve() };

/** Reads the feed of each subscriber as an integrator does: on from the last cursor, and nothing else is kept. */
export class FeedReaders {
  /** The webhookIds in the order in which they came. */
  readonly seen = new Map<Subscriber, string[]>();
  private readonly cursors = new Map<Subscriber, string>();
  private isOver = false;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly feed: WebhookFeed,
    private readonly subscribers: readonly Subscriber[],
  ) {
    for (const subscriber of subscribers) this.seen.set(subscriber, []);
  }

  /** Reads repeatedly until `end`. */
  begin(): void {
    this.reading = this.readOn();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  get count(): number {
    return [...this.seen.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Reads to the end, and reports whether each recorded event came exactly once. */
  async judge(findings: Findings, rows: readonly HistoryRow[], longestMs: number): Promise<void> {
    await this.end();
    const isRead = async () => {
      await this.readAll();
      return this.count >= rows.length;
    };
    await until('the feed has shown as many events as were recorded', isRead, { longestMs }).catch(
      () => undefined,
    );
    const came = new Set<string>();
    const repeated: string[] = [];
    for (const webhookId of [...this.seen.values()].flat())
      if (came.has(webhookId)) repeated.push(webhookId);
      else came.add(webhookId);
    const missing = rows.map(({ webhookId }) => webhookId).filter((webhookId) => !came.has(webhookId));
    findings.none('the feed has no gap', missing, rows.length);
    findings.none('the feed repeats nothing', repeated, this.count);
  }

  private async readOn(): Promise<void> {
    while (!this.isOver) {
      await this.readAll();
      await wait(LOOK_MS);
    }
  }

  /** Reads whatever the feeds show now. */
  private async readAll(): Promise<void> {
    for (const subscriber of this.subscribers) while (await this.readPage(subscriber));
  }

  /** @returns whether there may be more */
  private async readPage(subscriber: Subscriber): Promise<boolean> {
    const { organizationId } = subscriber;
    const cursor = this.cursors.get(subscriber);
    const after = cursor === undefined ? undefined : readCursor(cursor)!;
    const page = await this.feed.read({ organizationId, after, limit: PAGE }, 0, ALWAYS);
    const ids = page.bodies.map((body) => (JSON.parse(body.toString()) as { webhookId: string }).webhookId);
    this.seen.get(subscriber)!.push(...ids);
    this.cursors.set(subscriber, toCursor(page.next));
    return page.hasMore;
  }
}
