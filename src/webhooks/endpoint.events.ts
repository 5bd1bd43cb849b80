/** Why an endpoint is no longer held: a delivery arrived, or a member changed it. */
export type ReleaseCause = 'success' | 'member';

/** For features only, never delivered. `id` is the endpoint's, and times are ISO 8601. */
interface EndpointEvents {
  'webhook_endpoint.held': { id: number; since: string };
  'webhook_endpoint.released': { id: number; since: string; until: string; cause: ReleaseCause };
}

declare module '../platform/events/domain-events.js' {
  interface DomainEvents extends EndpointEvents {}
}
