import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where an organization's events are delivered, and the secret that signs them. Each organization has one. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('text', { nullable: true }) url: string | null;
  /** The event types that are delivered. */
  @Column('text', { array: true }) events: string[];
  @Column('boolean') paused: boolean;
  @Column('text') secretSealed: string;
  /** Becomes the current secret at `nextSecretFrom`. */
  @Column('text', { nullable: true }) nextSecretSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextSecretFrom: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
