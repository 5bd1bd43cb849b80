import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type DocumentType } from './domain/document-type.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { type VerificationState, type VerificationStatus } from './domain/verification.state.js';

/** One person's verification, from the caller's request to its result. */
@Entity('identity_verifications')
export class IdentityVerification {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  /** The UUID by which callers match the person who comes back. */
  @Column('uuid') sessionId: string;
  @Column('boolean') shortForm: boolean;
  @Column('text') email: string;
  @Column('text') firstName: string;
  @Column('text') lastName: string;
  /** What is compared with the document; empty where the caller knows no name. */
  @Column('text') fullName: string;
  /** Null until the person picks it, where the caller did not. */
  @Column('text', { nullable: true }) documentType: DocumentType | null;
  /** The issuing country that the person chose, ISO 3166-1 alpha-2; null where nobody asked. */
  @Column('text', { nullable: true }) documentCountry: string | null;
  @Column('text') verificationMethod: VerificationMethod;
  @Column('text') state: VerificationState;
  /** Derived from `state` by the database. */
  @Column({ type: 'text', insert: false, update: false }) status: VerificationStatus;
  /** Where the caller wants the person back; shown to the caller. */
  @Column('text', { nullable: true }) redirectUrl: string | null;
  /** Where our own signing page wants the person back. It holds the signer's link, so it is encrypted and never shown. */
  @Column('text', { nullable: true }) returnUrlSealed: string | null;
  @Column('json') metadata: Record<string, unknown>;
  @Column('bigint', { nullable: true }) signatureId: number | null;
  @Column('bigint', { nullable: true }) signerId: number | null;
  @Column('bytea') tokenHash: Buffer;
  @Column('text') tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  consentedAt: Date | null;
  /** When the person's last step was received; expiry no longer applies. Null again while a retake is asked for. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  submittedAt: Date | null;
  /** Set exactly while a human's decision is awaited. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reviewDueAt: Date | null;
  /** When the person asked for a human in place of the camera. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  humanRequestedAt: Date | null;
  /** When pictures and face descriptors were erased; the report stays. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  mediaErasedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  updatedAt: Date;
}
