import { type MessageEvent, Sse } from '@nestjs/common';
import { map, merge, type Observable, takeUntil, takeWhile, timer } from 'rxjs';
import { type LiveEvent, LiveStreams } from '../live-streams.service.js';
import { DashboardStreams } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { Unattended } from './dashboard.guard.js';

/** Often enough that no proxy takes the stream for dead. */
const PING_EVERY_MS = 15_000;
/** Then the page comes again, through whatever guards the door by then. */
const LONGEST_STREAM_MS = 10 * 60_000;

/** Tells a page that is open which topics of the organization changed. The page then fetches itself again. */
@DashboardStreams('/live', 'overview')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Sse()
  @Unattended()
  follow(@CurrentVisit() visit: DashboardVisit): Observable<MessageEvent> {
    const pings = timer(PING_EVERY_MS, PING_EVERY_MS).pipe(map(() => ({ type: 'ping' as const })));
    return merge(this.streams.follow(visit), pings).pipe(
      takeWhile(({ type }) => type !== 'ended' && type !== 'closing', true),
      map(toMessage),
      takeUntil(timer(LONGEST_STREAM_MS)),
    );
  }
}

const toMessage = (event: LiveEvent | { type: 'ping' }): MessageEvent => ({
  type: event.type,
  data: event.type === 'changed' ? { topic: event.topic } : '',
});
