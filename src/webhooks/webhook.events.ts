/** The topic of all that a page about deliveries shows. */
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

/** Why an endpoint is not held any more: a delivery arrived, or a member has changed it. */
export type ReleaseCause = 'success' | 'member';

/** For features only, never delivered. `id` is the endpoint's, and times are ISO 8601. */
interface EndpointEvents {
  'webhook_endpoint.held': { id: number; since: string };
  'webhook_endpoint.released': { id: number; since: string; until: string; cause: ReleaseCause };
}

declare module '../platform/events/domain-events.js' {
  interface DomainEvents extends EndpointEvents {}
}
