import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where events of an organization are delivered, and the secret that signs them. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  /** Each organization has one first endpoint from the beginning, which is the contract's. */
  @Column('boolean', { default: false }) isFirst: boolean;
  /** What members call it; empty for the first until it is given a name. */
  @Column('text', { default: '' }) label: string;
  @Column('text', { nullable: true }) url: string | null;
  /** The event types that are delivered. */
  @Column('text', { array: true }) events: string[];
  @Column('boolean') paused: boolean;
  /** Gets nothing, not even what was recorded before. */
  @Column('boolean', { default: false }) disabled: boolean;
  /** Whether it is held when it is down. */
  @Column('boolean', { default: false }) holdsWhenDown: boolean;
  /** It is down: what is recorded for it waits, and one delivery a minute probes it. */
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
  /** The one before the last rotation, which signs `v1` as well until `formerSecretUntil`. */
  @Column('text', { nullable: true }) formerSecretSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  formerSecretUntil: Date | null;
  /** What is sent besides our own headers, with the origin that it is for (`EndpointHeaders`). */
  @Column('text', { nullable: true }) headersSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
