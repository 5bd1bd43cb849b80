import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { defer, finalize, groupBy, mergeMap, type Observable, Subject, takeWhile, throttleTime } from 'rxjs';
import { AccountSessions, type OpenSession, type SignedIn } from '../accounts/account-sessions.js';
import { Admission, type ReachedLimit } from '../common/admission.js';
import { Batcher } from '../common/batcher.js';
import { AppError } from '../common/errors.js';
import { AccountChanges } from '../organizations/account-changes.js';
import { DatabaseWatch } from '../platform/database/database-watch.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { mayFollow } from './domain/topic-areas.js';
import { LiveLimits } from './live-limits.js';

/**
 * `ready` once the session is found open, then `changed` whenever a topic changes. The last is `ended` if the session
 * ended or the person's role or organization changed, or `closing` for any other reason.
 */
export type LiveEvent = { type: 'ready' | 'ended' | 'closing' } | { type: 'changed'; topic: string };

interface LiveStream {
  session: SignedIn;
  isReady: boolean;
  events: Subject<LiveEvent>;
  /** Frees its place. */
  leave: () => void;
}

/** Notifies the dashboard's pages of changes in their organization while their session is open. */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly streams = new Set<LiveStream>();
  private readonly looks = new Batcher<LiveStream>((streams) => this.checkSessions(streams));
  private readonly ofOrganizations: Admission;
  private readonly ofSessions: Admission;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: AccountSessions,
    private readonly database: DatabaseWatch,
    private readonly changes: OrganizationChanges,
    private readonly accounts: AccountChanges,
    private readonly limits: LiveLimits,
  ) {
    this.ofOrganizations = new Admission(limits.ofOrganizations, 'live pages');
    this.ofSessions = new Admission(limits.ofSessions, 'live pages');
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const stream of [...this.streams]) end(stream, 'closing');
  }

  /** The number of open streams. */
  get size(): number {
    return this.streams.size;
  }

  /** Fails with AppError 429 if the session or its organization has too many streams, 503 if this process does. */
  follow(session: SignedIn): Observable<LiveEvent> {
    return defer(() => {
      const stream = this.join(session);
      // Checked only once subscribed: the session may have ended since the request was admitted.
      this.looks.add([stream]);
      return stream.events.pipe(
        groupBy((event) => (event.type === 'changed' ? event.topic : event.type)),
        mergeMap((alike) =>
          alike.pipe(throttleTime(this.limits.topicGapMs, undefined, { leading: true, trailing: true })),
        ),
        takeWhile(({ type }) => type === 'ready' || type === 'changed', true),
        finalize(() => this.leave(stream)),
      );
    });
  }

  private join(session: SignedIn): LiveStream {
    if (this.isClosed) throw tooMany('total');
    const leave = this.enter(session);
    this.start();
    const stream = { session, isReady: false, events: new Subject<LiveEvent>(), leave };
    this.streams.add(stream);
    return stream;
  }

  private enter({ sessionId, organizationId }: SignedIn): () => void {
    const leaveSession = this.ofSessions.enter(String(sessionId));
    if (typeof leaveSession === 'string') throw tooMany(leaveSession);
    const leaveOrganization = this.ofOrganizations.enter(String(organizationId));
    if (typeof leaveOrganization === 'string') {
      leaveSession();
      throw tooMany(leaveOrganization);
    }
    return () => {
      leaveSession();
      leaveOrganization();
    };
  }

  private leave(stream: LiveStream): void {
    if (this.streams.delete(stream)) stream.leave();
  }

  /** Started with the first stream, so only processes that serve pages listen. */
  private start(): void {
    if (this.timer) return;
    this.timer = setInterval(() => this.looks.add(this.streams), this.limits.lookEveryMs).unref();
    this.accounts.listen((accountId) =>
      this.looks.add(
        [...this.streams].filter(({ session }) => accountId === null || session.accountId === accountId),
      ),
    );
    this.changes.listen((change) => {
      for (const stream of this.streams) {
        // Any topic may have changed; `ready` makes the page fetch all of them again.
        if (change === null) this.send(stream, { type: 'ready' });
        else if (change.organizationId === stream.session.organizationId)
          if (mayFollow(stream.session, change.topic)) this.send(stream, { type: 'changed', ...change });
      }
    });
  }

  private send(stream: LiveStream, event: LiveEvent): void {
    if (stream.isReady) stream.events.next(event);
  }

  private async checkSessions(streams: LiveStream[]): Promise<void> {
    try {
      const ids = streams.map(({ session }) => session.sessionId);
      const found = await this.sessions.findOpen(ids);
      const open = new Map(found.map((session) => [session.sessionId, session]));
      for (const stream of streams) this.judge(stream, open.get(stream.session.sessionId));
    } catch (error) {
      // It is unknown whether the sessions are still open. The pages will reconnect.
      this.database.report(error);
      for (const stream of streams) end(stream, 'closing');
    }
  }

  private judge(stream: LiveStream, now: OpenSession | undefined): void {
    const { id, ...had } = stream.session;
    const isSame = (['role', 'isReviewer', 'isBulkSender'] as const).every(
      (each) => now?.[each] === had[each],
    );
    if (now?.id !== id || !isSame) return end(stream, 'ended');
    if (stream.isReady) return;
    stream.isReady = true;
    stream.events.next({ type: 'ready' });
  }
}

function tooMany(limit: ReachedLimit): AppError {
  return new AppError(limit === 'key' ? 429 : 503, 'Too many open pages');
}

function end(stream: LiveStream, type: 'ended' | 'closing'): void {
  stream.events.next({ type });
}
