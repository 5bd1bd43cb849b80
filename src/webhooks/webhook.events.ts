/** The topic of everything that a page about deliveries shows. */
export const DELIVERIES = 'deliveries';

declare module '../platform/events/live-topics.js' {
  interface LiveTopics {
    [DELIVERIES]: true;
  }
}

declare module '../platform/disruptions/disruption.queries.js' {
  interface DisruptedThings {
    /** Delivering to one of the organization's endpoints, whose id is the subject. */
    endpoint: true;
  }
}
