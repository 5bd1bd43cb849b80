import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type RecordedVerificationEvent } from './identity-verification.events.js';

/** One entry of the history that GET by id returns. */
@Entity('identity_verification_events')
export class VerificationEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  @Column('text') type: RecordedVerificationEvent;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
