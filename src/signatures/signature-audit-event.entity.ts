import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One line of a request's audit trail; rows are only ever added. */
@Entity('signature_audit_events')
export class SignatureAuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'signature_id' }) signatureId: number;
  @Column('bigint', { name: 'signer_id', nullable: true }) signerId: number | null;
  @Column('text') type: string;
  @Column('jsonb', { default: {} }) data: Record<string, unknown>;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
