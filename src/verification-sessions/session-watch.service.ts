import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import {
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  finalize,
  map,
  merge,
  type Observable,
  Subject,
  takeUntil,
  timer,
} from 'rxjs';
import { progressOf } from './domain/progress.js';
import { Sessions } from './sessions.service.js';

const LOOK_EVERY_MS = 700;
/** Often enough that no proxy between takes the stream for dead. */
const PING_EVERY_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
/** Each open stream is a look a second; who comes later asks by itself, a little slower. */
const MAX_STREAMS = 200;
/** Of one session: a desk, a phone, and a page that was loaded again. */
const MAX_STREAMS_OF_SESSION = 4;

/** Tells open pages when their session comes to another step, on whichever device that happened. */
@Injectable()
export class SessionWatch implements OnModuleDestroy {
  private readonly ended = new Subject<void>();
  private streams = 0;
  private readonly ofSession = new Map<string, number>();

  constructor(private readonly sessions: Sessions) {}

  onModuleDestroy(): void {
    this.ended.next();
  }

  watch(token: string): Observable<MessageEvent> {
    const own = this.ofSession.get(token) ?? 0;
    if (this.streams >= MAX_STREAMS || own >= MAX_STREAMS_OF_SESSION) return EMPTY;
    this.streams++;
    this.ofSession.set(token, own + 1);
    const steps = timer(0, LOOK_EVERY_MS).pipe(
      exhaustMap(() => this.sessions.look(token, false)),
      map(({ step }) => progressOf(step)),
      distinctUntilChanged(),
      map((step) => ({ data: { step } })),
    );
    const pings = timer(PING_EVERY_MS, PING_EVERY_MS).pipe(map(() => ({ type: 'ping', data: '' })));
    return merge(steps, pings).pipe(
      takeUntil(merge(this.ended, timer(LONGEST_MS))),
      finalize(() => this.close(token)),
    );
  }

  private close(token: string): void {
    this.streams--;
    const own = this.ofSession.get(token)! - 1;
    if (own > 0) this.ofSession.set(token, own);
    else this.ofSession.delete(token);
  }
}
