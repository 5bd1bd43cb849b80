import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type AskedPart, type AskReason } from './domain/asked-part.js';
import { type DocumentType } from './domain/document-type.js';
import { type VerificationState, type VerificationStatus } from './domain/verification.state.js';
import { type VerificationMethod } from './domain/verification-method.js';

/** One person's verification, from the caller's request to its result. */
@Entity('identity_verifications')
export class IdentityVerification {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  /** The UUID by which callers recognize the returning person. */
  @Column('uuid') sessionId: string;
  @Column('boolean') shortForm: boolean;
  @Column('text') email: string;
  @Column('text') firstName: string;
  @Column('text') lastName: string;
  /** The name to compare with the document; empty if the caller gave none. */
  @Column('text') fullName: string;
  /** The language given by the caller or chosen by the person; null for the organization's. */
  @Column('text', { nullable: true }) locale: string | null;
  /** Null until the person chooses it, if the caller left it open. */
  @Column('text', { nullable: true }) documentType: DocumentType | null;
  /** The issuing country chosen by the person, ISO 3166-1 alpha-2; null if none was chosen. */
  @Column('text', { nullable: true }) documentCountry: string | null;
  @Column('text') verificationMethod: VerificationMethod;
  @Column('text') state: VerificationState;
  /** A generated column, derived from `state`. */
  @Column({ type: 'text', insert: false, update: false }) status: VerificationStatus;
  /** The caller's return address, as shown by the API. */
  @Column('text', { nullable: true }) redirectUrl: string | null;
  /** The return address of the signing page. It contains the signer's link, so it is encrypted and never shown. */
  @Column('text', { nullable: true }) returnUrlSealed: string | null;
  @Column('json') metadata: Record<string, unknown>;
  @Column('bigint', { nullable: true }) signatureId: number | null;
  @Column('bigint', { nullable: true }) signerId: number | null;
  /** The member who began it at the dashboard; null if a program or a signing page did. */
  @Column('bigint', { nullable: true }) begunByUserId: number | null;
  @Column('bytea') tokenHash: Buffer;
  @Column('text') tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  consentedAt: Date | null;
  /** When the person's last step was received; from then on the session cannot expire. Null again during a retake. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  submittedAt: Date | null;
  /** Set only while a reviewer's decision is pending. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reviewDueAt: Date | null;
  /** Whether two reviewers had to agree when its review began, which stays so. */
  @Column('boolean', { default: false }) reviewFourEyes: boolean;
  /** The parts that reviewers asked for again, in order; each at most once. */
  @Column('text', { array: true, default: '{}' }) askedParts: AskedPart[];
  /** Set only while the person is being asked again. */
  @Column('text', { nullable: true }) askedPart: AskedPart | null;
  @Column('text', { nullable: true }) askReason: AskReason | null;
  /** A generated column: 1, plus one each time a reviewer asks again. */
  @Column({ type: 'integer', insert: false, update: false }) reviewRound: number;
  /** When the person asked for a review instead of using the camera. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  humanRequestedAt: Date | null;
  /** When the erasure of pictures and face descriptors began: rows go first, then files. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  mediaErasureBeganAt: Date | null;
  /** When pictures and face descriptors were erased, including all files; the report is kept. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  mediaErasedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  updatedAt: Date;
}
