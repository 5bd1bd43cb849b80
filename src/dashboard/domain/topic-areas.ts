import { type LiveTopic } from '../../platform/events/live-topics.js';
import { type UserRole } from '../../organizations/user.entity.js';
import { type Area, mayOpen } from './areas.js';

/** The area whose pages show a topic. A topic that a feature declares and this table lacks fails the type check. */
const AREAS: Readonly<Record<LiveTopic, Area>> = {
  deliveries: 'deliveries',
  reviews: 'reviews',
  signatures: 'signatures',
  verifications: 'verifications',
};

/** Whether a role is told that a topic changed. A topic that only another version knows is announced to nobody. */
export const mayFollow = (role: UserRole, topic: string) =>
  Object.hasOwn(AREAS, topic) && mayOpen(role, AREAS[topic as LiveTopic]);
