import { type MessageEvent, Sse } from '@nestjs/common';
import { map, merge, type Observable, takeUntil, takeWhile, timer } from 'rxjs';
import { type LiveEvent, LiveStreams } from '../live-streams.js';
import { Unattended } from './dashboard.guard.js';
import { DashboardStreams } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

/** Often enough that no proxy considers the stream dead. */
const PING_EVERY_MS = 15_000;
/** The page then reconnects, passing the guards again. */
const LONGEST_STREAM_MS = 10 * 60_000;

/** Notifies an open page of the organization's changed topics. The page then refreshes itself. */
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
