/** The topic of bulk sends: their rows, and how far they are. */
export const BULK_SENDS = 'bulk-sends';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [BULK_SENDS]: true;
  }
}
