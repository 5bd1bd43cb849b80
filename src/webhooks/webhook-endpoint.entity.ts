import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where an organization's events go, and the secret that signs them; each organization has one. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('text', { nullable: true }) url: string | null;
  /** Ticked event types. */
  @Column('text', { array: true }) events: string[];
  @Column('boolean') paused: boolean;
  @Column('text') secretSealed: string;
  /** The current secret from `nextSecretFrom` on. */
  @Column('text', { nullable: true }) nextSecretSealed: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextSecretFrom: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
