import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where an organization's events are delivered, with the secret that signs them. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  /** Each organization has one first endpoint from the start: the one in the contract. */
  @Column('boolean', { default: false }) isFirst: boolean;
  /** The name given by members; empty for the first endpoint until they name it. */
  @Column('text', { default: '' }) label: string;
  @Column('text', { nullable: true }) url: string | null;
  /** The event types that are delivered. */
  @Column('text', { array: true }) events: string[];
  @Column('boolean') paused: boolean;
  /** Receives nothing, not even events recorded earlier. */
  @Column('boolean', { default: false }) disabled: boolean;
  /** Whether it is held when it is down. */
  @Column('boolean', { default: false }) holdsWhenDown: boolean;
  /** It is down: its deliveries wait, and one per minute probes it. */
  @Column('boolean', { default: false }) held: boolean;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextProbeAt: Date | null;
  /** When it was last paused, resumed, disabled, enabled, held or released. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  stateSince: Date | null;
  @Column('text') secretSealed: string;
  /** Becomes the current secret at `nextSecretFrom`. */
  @Column('text', { nullable: true }) nextSecretSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextSecretFrom: Date | null;
  /** The secret before the last rotation, which also signs `v1` until `formerSecretUntil`. */
  @Column('text', { nullable: true }) formerSecretSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  formerSecretUntil: Date | null;
  /** Headers sent in addition to our own, with the origin they are for (`EndpointHeaders`). */
  @Column('text', { nullable: true }) headersSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  /** A deleted endpoint is disabled and has no address; its name stays in the history. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;
}
