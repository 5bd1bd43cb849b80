import { Injectable } from '@nestjs/common';
import { type ActivityFilter, type ListedActivity } from '../../activity/activity.queries.js';
import { ActivityLog } from '../../activity/activity-log.js';

const MOST_ROWS = 50;
/** The most events read for a page: a reviewer can look at a hundred pictures of a case. */
const MOST_READ = 2_000;

/** One row of the page: an event, or all looks of one member at the pictures of one case, the newest first. */
export type ActivityRow = [ListedActivity, ...ListedActivity[]];

/** Activity as the page shows it. The chain, and what is exported, has every picture that was viewed. */
@Injectable()
export class ActivityRows {
  constructor(private readonly activity: ActivityLog) {}

  /**
   * @param before - the number of the event that follows them
   * @returns the rows, newest first, and the `before` of the next page; null for the last page
   */
  async read(
    organizationId: number,
    filter: ActivityFilter,
    before?: number,
  ): Promise<{ rows: ActivityRow[]; older: number | null }> {
    const rows: ActivityRow[] = [];
    const looks = new Map<string, ActivityRow>();
    const limit = MOST_ROWS + 1;
    let last = before;
    for (let read = 0; read < MOST_READ; read += limit) {
      const events = await this.activity.browse(organizationId, { ...filter, before: last, limit });
      for (const event of events) {
        const look = lookOf(event);
        const row = look === null ? undefined : looks.get(look);
        if (row) row.push(event);
        else if (rows.length === MOST_ROWS) return { rows, older: last! };
        else {
          const added: ActivityRow = [event];
          rows.push(added);
          if (look !== null) looks.set(look, added);
        }
        last = event.number;
      }
      if (events.length < limit) return { rows, older: null };
    }
    return { rows, older: last! };
  }
}

/** Who looked at a picture, and of which case; null for any other event. */
const lookOf = ({ type, userId, data }: ListedActivity): string | null =>
  type === 'picture_seen' ? `${userId} ${String(data.verificationId)}` : null;
