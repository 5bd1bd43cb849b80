/** The topic of requests: those waiting for signers, ended, or failing to be sealed. */
export const SIGNATURES = 'signatures';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [SIGNATURES]: true;
  }
}
