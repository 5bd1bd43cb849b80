/** The topic of everything on the review pages. */
export const REVIEWS = 'reviews';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [REVIEWS]: true;
  }
}
