/** The topic of verifications: what waits for the person or a reviewer, and what ended. */
export const VERIFICATIONS = 'verifications';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [VERIFICATIONS]: true;
  }
}
