import { type LiveTopic } from '../../platform/events/live-topics.js';
import { type Area, mayOpen, type Reader } from './areas.js';

/** The area whose pages show a topic. A topic that a feature declares and this table lacks fails the type check. */
const AREAS: Readonly<Record<LiveTopic, Area>> = {
  'bulk-sends': 'bulk-sends',
  deliveries: 'deliveries',
  reviews: 'reviews',
  signatures: 'signatures',
  verifications: 'verifications',
};

/** Whether a member is notified of a topic's changes. Topics known only to another version are never announced. */
export const mayFollow = (reader: Reader, topic: string) =>
  Object.hasOwn(AREAS, topic) && mayOpen(reader, AREAS[topic as LiveTopic]);
