/**
 * Every event that can be published, by type, with its data: the resource as its GET shows it, without links or images.
 * Features add their own by declaration merging:
 *
 *     declare module '../platform/events/domain-events.js' {
 *       interface DomainEvents {
 *         'signature.created': SignaturePayload;
 *       }
 *     }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features fill it
export interface DomainEvents {}

/** As in the contract: `signature.created`. */
export type DomainEventType = keyof DomainEvents;

/** An event of one of the types. */
export type DomainEvent = {
  [Type in DomainEventType]: { type: Type; organizationId: number; data: DomainEvents[Type] };
}[DomainEventType];
