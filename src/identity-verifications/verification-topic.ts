/** The topic of verifications: those waiting for the person or a reviewer, and ended ones. */
export const VERIFICATIONS = 'verifications';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [VERIFICATIONS]: true;
  }
}
