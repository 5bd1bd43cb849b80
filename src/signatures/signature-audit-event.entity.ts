import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One event of a request's audit trail. `append_signature_event` adds rows; the database refuses to change them,
 * except to erase personal data once.
 */
@Entity('signature_audit_events')
export class SignatureAuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** 1 for the request's first event, increasing by one. */
  @Column('integer') number: number;
  @Column('text') type: string;
  @Column('jsonb', { default: {} }) data: Record<string, unknown>;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  /** The hash of the event before; null for the first. */
  @Column('bytea', { nullable: true }) previous: Buffer | null;
  /** SHA-256, as described in docs/evidence.md. */
  @Column('bytea') hash: Buffer;
  /** Number of the tombstone that erased personal data from `data`; null if nothing was erased. */
  @Column('integer', { nullable: true }) erasedIn: number | null;
}
