import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type PhotoAnalysis } from './domain/document-photo.js';
import { type DocumentSide } from './domain/document-sides.js';
import { type RetakeReason } from './domain/retake-reasons.js';

/** A photo sent by the person; the encrypted bytes are in the file store. */
@Entity('identity_verification_images')
export class VerificationImage {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  @Column('text') side: DocumentSide;
  /** 1 for the first photo of the side in its round, up to 4: three retakes. */
  @Column('integer') attempt: number;
  /** 1, plus one each time a reviewer asks the person again. */
  @Column('integer') round: number;
  /** Null once the picture is erased. */
  @Column('text', { nullable: true }) storageKey: string | null;
  @Column('text') mimeType: string;
  @Column('bytea') sha256: Buffer;
  @Column('bigint') sizeBytes: number;
  /** Encrypted findings; null until the analysis is done, if it failed, and once erased. */
  @Column('bytea', { nullable: true }) findingsSealed: Buffer | null;
  @Column('text', { default: 'waiting' }) analysis: PhotoAnalysis;
  @Column('text', { nullable: true }) retakeReason: RetakeReason | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
