import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Everything beyond the contract's five events. `data` never contains document data. */
export type VerificationAuditType =
  | 'link_mail_queued'
  | 'link_mailed'
  | 'link_mail_failed'
  | 'link_shown'
  | 'consented'
  | 'document_type_chosen'
  | 'image_received'
  | 'image_accepted'
  | 'retake_requested'
  | 'analysis_failed'
  | 'challenge_begun'
  | 'challenge_passed'
  | 'challenge_failed'
  | 'human_requested'
  | 'media_erased'
  | 'person_erased'
  | 'decided'
  | 'cancelled'
  | 'expired'
  | 'review_requested'
  | 'review_reminded'
  | 'review_voted'
  | 'review_decided'
  | 'review_timed_out'
  | 'asked_again'
  | 'ask_lapsed'
  | 'ask_cancelled';

@Entity('identity_verification_audit_events')
export class VerificationAuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  @Column('text') type: VerificationAuditType;
  @Column('jsonb') data: Record<string, unknown>;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
