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
