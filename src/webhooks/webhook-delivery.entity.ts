import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type SubjectKind } from './domain/subject.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';

/** An event on its way to the receiver. Every attempt sends exactly the bytes of `body`. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('bigint') organizationId: number;
  @Column('uuid') webhookId: string;
  @Column('text') event: string;
  /** What the event is about; both null if it is about neither a request nor a verification. */
  @Column('text', { nullable: true }) subjectKind: SubjectKind | null;
  @Column('bigint', { nullable: true }) subjectId: number | null;
  @Column('bytea') body: Buffer;
  @Column('text') status: DeliveryStatus;
  /** Waits without a job until its paused endpoint is resumed. */
  @Column('boolean') parked: boolean;
  @Column('integer', { default: 0 }) attempts: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextRetryAt: Date | null;
  @Column('text', { nullable: true }) failureReason: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
