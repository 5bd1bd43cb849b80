/** The topic of all that the pages about reviews show. */
export const REVIEWS = 'reviews';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [REVIEWS]: true;
  }
}
