import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type VerificationState, type VerificationStatus } from './domain/verification.state.js';

export const DOCUMENT_TYPES = ['passport', 'id_card', 'drivers_license'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const VERIFICATION_METHODS = ['document', 'liveness', 'combined'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** One person's verification, from the caller's request to its result. */
@Entity('identity_verifications')
export class IdentityVerification {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  /** The UUID by which callers match the person who comes back. */
  @Column('uuid', { name: 'session_id' }) sessionId: string;
  @Column('boolean', { name: 'short_form' }) shortForm: boolean;
  @Column('text') email: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  /** What is compared with the document; empty where the caller knows no name. */
  @Column('text', { name: 'full_name' }) fullName: string;
  /** Null until the person picks it, where the caller did not. */
  @Column('text', { name: 'document_type', nullable: true }) documentType: DocumentType | null;
  /** The issuing country that the person chose, ISO 3166-1 alpha-2; null where nobody asked. */
  @Column('text', { name: 'document_country', nullable: true }) documentCountry: string | null;
  @Column('text', { name: 'verification_method' }) verificationMethod: VerificationMethod;
  @Column('text') state: VerificationState;
  /** Derived from `state` by the database. */
  @Column({ type: 'text', insert: false, update: false }) status: VerificationStatus;
  /** Where the caller wants the person back; shown to the caller. */
  @Column('text', { name: 'redirect_url', nullable: true }) redirectUrl: string | null;
  /** Where our own signing page wants the person back. It holds the signer's link, so it is encrypted and never shown. */
  @Column('text', { name: 'return_url_sealed', nullable: true }) returnUrlSealed: string | null;
  @Column('json') metadata: Record<string, unknown>;
  @Column('bigint', { name: 'signature_id', nullable: true }) signatureId: number | null;
  @Column('bigint', { name: 'signer_id', nullable: true }) signerId: number | null;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('text', { name: 'token_sealed' }) tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'consented_at', nullable: true })
  consentedAt: Date | null;
  /** When the person's last step was received; expiry no longer applies. Null again while a retake is asked for. */
  @Column({ type: 'timestamptz', precision: 3, name: 'submitted_at', nullable: true })
  submittedAt: Date | null;
  /** Set exactly while a human's decision is awaited. */
  @Column({ type: 'timestamptz', precision: 3, name: 'review_due_at', nullable: true })
  reviewDueAt: Date | null;
  /** When the person asked for a human in place of the camera. */
  @Column({ type: 'timestamptz', precision: 3, name: 'human_requested_at', nullable: true })
  humanRequestedAt: Date | null;
  /** When pictures and face descriptors were erased; the report stays. */
  @Column({ type: 'timestamptz', precision: 3, name: 'media_erased_at', nullable: true })
  mediaErasedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'app_now()' })
  updatedAt: Date;
}
