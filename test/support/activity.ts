import { type DataSource } from 'typeorm';
import { browseActivity } from '../../src/activity/activity.queries.js';
import { type ActivityEvent } from '../../src/activity/domain/activity-event.js';

const MOST = 200;

/** An organization's events from the first one, or from the one after `after`. */
export async function activityOf(
  { manager }: DataSource,
  organizationId: number,
  after = 0,
): Promise<ActivityEvent[]> {
  const newest = await browseActivity(manager, organizationId, { limit: MOST });
  return newest.filter(({ number }) => number > after).reverse();
}
