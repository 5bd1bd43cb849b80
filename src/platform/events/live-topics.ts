/**
 * What the pages of the dashboard follow while it changes. Features add their own by declaration merging:
 *
 *     declare module '../platform/events/live-topics.js' {
 *       interface LiveTopics {
 *         deliveries: true;
 *       }
 *     }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features fill it
export interface LiveTopics {}

export type LiveTopic = keyof LiveTopics;
