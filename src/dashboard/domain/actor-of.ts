import { type Actor } from '../../activity/domain/activity-event.js';

/** Whom the log of activity names for what a member does. @param member - with the address that the request comes from */
export function actorOf(member: { organizationId: number; id: number; address: string }): Actor {
  const { organizationId, id: userId, address } = member;
  return { organizationId, userId, address };
}
