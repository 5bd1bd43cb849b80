/** The topic of requests: what waits for signers, what ended, and what could not be sealed. */
export const SIGNATURES = 'signatures';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [SIGNATURES]: true;
  }
}
