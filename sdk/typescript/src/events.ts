import { type WebhookEvent, type WebhookEventType } from '../../../src/webhook-receiver/verify.js';
import { type CallOptions } from './options.js';
import { type Transport } from './transport.js';

/** A page of the event feed. */
export interface EventPage {
  items: WebhookEvent[];
  /** The cursor behind it, also where it has no items. */
  next: string;
  hasMore: boolean;
}

export interface EventQuery {
  /** The cursor of what you have dealt with last; without it, the oldest event that is kept. */
  after?: string;
  /** By default all. */
  types?: readonly WebhookEventType[];
  /** Events of a page, 1 to 1,000, by default 100. */
  limit?: number;
  /** Seconds that the service waits for an event if there is none, 0 to 30. */
  wait?: number;
}

const LONGEST_WAIT_SECONDS = 30;

/** The organization's events in their order. */
export class Events {
  constructor(
    private readonly transport: Transport,
    private readonly timeoutMs: number,
  ) {}

  /** One page; by default without waiting. */
  async read({ types, ...query }: EventQuery = {}, options: CallOptions = {}): Promise<EventPage> {
    const { timeoutMs = this.timeoutMs } = options;
    const asked = { ...query, types: types?.join(',') };
    const patient = { ...options, timeoutMs: timeoutMs + (query.wait ?? 0) * 1_000 };
    return (await this.transport.json('eventsRead', { query: asked, options: patient })) as EventPage;
  }

  /**
   * All events from a cursor on, each as soon as it happens, without end; with `wait: 0`, those that there are.
   * @throws GoneError if the cursor's events are gone: follow anew without `after`
   */
  follow(query: EventQuery = {}, options?: CallOptions): EventFeed {
    return new EventFeed(
      (after) => this.read({ wait: LONGEST_WAIT_SECONDS, ...query, after }, options),
      query,
    );
  }
}

/** Events one by one; `cursor` says from where to go on another time. */
export class EventFeed implements AsyncIterable<WebhookEvent> {
  #cursor: string | undefined;
  readonly #isEndless: boolean;

  constructor(
    private readonly read: (after: string | undefined) => Promise<EventPage>,
    { after, wait }: EventQuery,
  ) {
    this.#cursor = after;
    this.#isEndless = wait !== 0;
  }

  /**
   * Behind the last page whose events you have all dealt with. Store it with what you did: after a crash, the events
   * since then come again, and none is lost.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Whole pages; `cursor` moves when the next one is asked for. */
  async *pages(): AsyncGenerator<EventPage, void, void> {
    for (;;) {
      const page = await this.read(this.#cursor);
      if (page.items.length > 0) yield page;
      this.#cursor = page.next;
      if (!page.hasMore && !this.#isEndless) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WebhookEvent, void, void> {
    for await (const { items } of this.pages()) yield* items;
  }
}
