import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Admission } from '../common/admission.js';
import { within } from '../common/within.js';
import { Notifications } from '../platform/database/notifications.js';
import { cursorExpired, eventsRemoved } from './webhook.errors.js';
import { noteEra } from './webhook-event.queries.js';
import { type FeedFilter, type FeedPage, isBehindHorizon, readFeed } from './webhook-feed.queries.js';

/** Names the organization that has a new event. */
const CHANNEL = 'countersign_events';
/** Finds events whose notification was lost, or that an older transaction held back. */
const LOOK_EVERY_MS = 1_000;
/** After a notification: the event may have to wait for a transaction that is about to end. */
const FIRST_LOOK_MS = 25;
/** Limits on waiting calls, per process and per organization; each holds a connection of the caller's. */
const WAITING = { total: 500, perKey: 10 };

/** The caller who reads. */
export interface FeedCaller {
  /** Ends the wait. */
  gone: AbortSignal;
  /** Rejects once the caller may no longer read, which can happen during the wait. */
  assertAdmitted: () => Promise<void>;
}

/** The feed of an organization's events, for callers that poll or wait for more. */
@Injectable()
export class WebhookFeed implements OnModuleDestroy {
  private readonly waiting = new Admission(WAITING, 'waiting calls');
  private readonly bells = new Map<Bell, number>();
  private readonly closing = new AbortController();
  private listens = false;
  private notedEra = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /** Calls that wait now. */
  get waitingCalls(): number {
    return this.waiting.load.works;
  }

  /** Wakes callers that wait for the organization's events once `tx` is committed. */
  mark(tx: EntityManager, organizationId: number): void {
    this.notifications.sendAfterCommit(tx, CHANNEL, String(organizationId));
  }

  /**
   * The next events after a place; if there are none, waits up to `waitSeconds` for them.
   * @throws AppError 410 `cursor_expired`, `events_removed`; 429 if ten calls of the organization wait, 503 if too
   * many wait in total; whatever `assertAdmitted` throws during the wait
   */
  async read(filter: FeedFilter, waitSeconds: number, caller: FeedCaller): Promise<FeedPage> {
    const page = await this.readPage(filter);
    await this.assertKept(filter);
    if (hasNews(page) || waitSeconds === 0) return page;
    const following = { ...filter, after: page.next };
    const wait = (end: AbortSignal) => this.await(following, caller, end);
    return this.waiting.run(String(filter.organizationId), () =>
      within(waitSeconds * 1_000, wait, caller.gone, this.closing.signal),
    );
  }

  /** Checked after the page was read, so that no event can be removed from it unnoticed. */
  private async assertKept({ organizationId, after }: FeedFilter): Promise<void> {
    if (after && (await isBehindHorizon(this.dataSource.manager, organizationId, after)))
      throw eventsRemoved();
  }

  private async await(filter: FeedFilter, caller: FeedCaller, end: AbortSignal): Promise<FeedPage> {
    const bell = new Bell();
    this.listen();
    this.bells.set(bell, filter.organizationId);
    try {
      let page = await this.readPage(filter);
      let pauseMs = LOOK_EVERY_MS;
      while (!hasNews(page) && !end.aborted) {
        const rang = await bell.wait(pauseMs, end);
        page = await this.readPage({ ...filter, after: page.next });
        // Checked after reading, so that nothing committed after the admission ended is shown.
        await caller.assertAdmitted();
        pauseMs = rang ? FIRST_LOOK_MS : Math.min(2 * pauseMs, LOOK_EVERY_MS);
      }
      return page;
    } finally {
      this.bells.delete(bell);
    }
  }

  private async readPage(filter: FeedFilter): Promise<FeedPage> {
    const { manager } = this.dataSource;
    const page = await readFeed(manager, filter);
    if (!page) throw cursorExpired();
    // A caller who has read in this era must find the next one after it.
    if (page.next.era > this.notedEra) {
      await noteEra(manager);
      this.notedEra = page.next.era;
    }
    return page;
  }

  /** Called with the first waiting call, so that only processes that serve the API listen. */
  private listen(): void {
    if (this.listens) return;
    this.listens = true;
    this.notifications.listen(CHANNEL, (message) => {
      for (const [bell, organizationId] of this.bells)
        if (message === null || message === String(organizationId)) bell.ring();
    });
  }
}

const hasNews = ({ bodies, hasMore }: FeedPage) => bodies.length > 0 || hasMore;

/** Can be rung at any time, even while no call waits for it. */
class Bell {
  private rang = false;
  private wake: () => void = () => undefined;

  ring(): void {
    this.rang = true;
    this.wake();
  }

  /** Waits for a ring, until the time has passed or `end` aborts. @returns whether it has rung since the last call */
  async wait(ms: number, end: AbortSignal): Promise<boolean> {
    if (!this.rang && !end.aborted) await this.pause(ms, end);
    const { rang } = this;
    this.rang = false;
    return rang;
  }

  private pause(ms: number, end: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        end.removeEventListener('abort', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      end.addEventListener('abort', go, { once: true });
      this.wake = go;
    });
  }
}
