import { type PastDisruption } from '../../platform/disruptions/disruption.queries.js';

/** What fails for a shorter time is not told: retries make up for it. */
export const TOLD_AFTER_MINUTES = 60;

/** Whether owners are told about a disruption now that it is over: about mail, because they could not be told before. */
export function isToldWhenOver({
  what,
  beganAt,
  endedAt,
  wasTold,
}: Pick<PastDisruption, 'what' | 'beganAt' | 'endedAt' | 'wasTold'>): boolean {
  const minutes = (endedAt.getTime() - beganAt.getTime()) / 60_000;
  return what === 'mail' ? minutes >= TOLD_AFTER_MINUTES : wasTold;
}
