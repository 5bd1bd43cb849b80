import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { defer, distinctUntilChanged, EMPTY, finalize, type Observable, ReplaySubject } from 'rxjs';
import { Admission } from '../common/admission.js';
import { Batcher } from '../common/batcher.js';
import { notFound } from '../common/errors.js';
import { VerificationChanges } from '../identity-verifications/verification-changes.js';
import { Sessions } from './sessions.js';
import { WatchLimits } from './watch-limits.js';

/** A session with waiting pages. */
interface WatchedSession {
  token: string;
  /** Null until the first check. */
  verificationId: number | null;
  progress: ReplaySubject<string>;
}

/** Follows the progress of sessions for waiting pages, even if it happens on another device. */
@Injectable()
export class SessionWatch implements OnModuleDestroy {
  private readonly watched = new Map<string, WatchedSession>();
  /** One query for all sessions that came due during the previous one. */
  private readonly looks = new Batcher<WatchedSession>((sessions) =>
    this.read(sessions).catch((error: unknown) => this.end(sessions, error)),
  );
  private readonly admission: Admission;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly changes: VerificationChanges,
    private readonly limits: WatchLimits,
  ) {
    this.admission = new Admission(limits.streams, 'waiting pages');
  }

  onModuleDestroy(): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const { progress } of [...this.watched.values()]) progress.complete();
  }

  /** The number of open streams. */
  get size(): number {
    return this.admission.load.works;
  }

  /** The session's progress now and whenever it changes; ends at once if there are too many streams. */
  watch(token: string): Observable<string> {
    return defer(() => {
      const leave = this.closed ? 'total' : this.admission.enter(token);
      if (typeof leave === 'string') return EMPTY;
      const session = this.join(token);
      this.looks.add([session]);
      return session.progress.pipe(
        distinctUntilChanged(),
        finalize(() => {
          leave();
          this.forgetUnwatched(session);
        }),
      );
    });
  }

  private join(token: string): WatchedSession {
    const session = this.watched.get(token) ?? {
      token,
      verificationId: null,
      progress: new ReplaySubject<string>(1),
    };
    this.start();
    this.watched.set(token, session);
    return session;
  }

  private forgetUnwatched(session: WatchedSession): void {
    if (!session.progress.observed && this.watched.get(session.token) === session)
      this.watched.delete(session.token);
  }

  /** Started with the first stream, so only processes that serve pages listen. */
  private start(): void {
    if (this.timer) return;
    this.timer = setInterval(() => this.looks.add(this.watched.values()), this.limits.lookEveryMs).unref();
    this.changes.listen((changed) => {
      const concerned = [...this.watched.values()].filter(
        ({ verificationId }) => changed === null || verificationId === null || verificationId === changed,
      );
      this.looks.add(concerned);
    });
  }

  private async read(sessions: WatchedSession[]): Promise<void> {
    const found = await this.sessions.progressOfAll(sessions.map(({ token }) => token));
    for (const session of sessions) {
      const now = found.get(session.token);
      if (!now) this.end([session], notFound('Session'));
      else {
        session.verificationId = now.verificationId;
        session.progress.next(now.progress);
      }
    }
  }

  /** Their pages then poll, and show the problem. */
  private end(sessions: WatchedSession[], error: unknown): void {
    for (const { token, progress } of sessions) {
      this.watched.delete(token);
      progress.error(error);
    }
  }
}
