import { type Actor } from '../../activity/domain/activity-event.js';

/** The actor under which the activity log records what a member does. @param member - with the address of the request */
export function actorOf(member: { organizationId: number; id: number; address: string }): Actor {
  const { organizationId, id: userId, address } = member;
  return { organizationId, userId, address };
}
