import { type PastDisruption } from '../../platform/disruptions/disruption.queries.js';

/** Shorter failures are not reported: retries make up for them. */
export const TOLD_AFTER_MINUTES = 60;

/**
 * Whether owners are notified that a disruption is over: if they were notified of it or, for mail, if it lasted long
 * enough, since they could not be notified before.
 */
export function isToldWhenOver({
  what,
  beganAt,
  endedAt,
  wasTold,
}: Pick<PastDisruption, 'what' | 'beganAt' | 'endedAt' | 'wasTold'>): boolean {
  const minutes = (endedAt.getTime() - beganAt.getTime()) / 60_000;
  return what === 'mail' ? minutes >= TOLD_AFTER_MINUTES : wasTold;
}
