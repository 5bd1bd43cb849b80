import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type DocumentStatus, type SignatureStatus, type SignatureType } from './domain/signature.state.js';

@Entity('signatures')
export class Signature {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') createdByUserId: number;
  @Column('text') type: SignatureType;
  @Column('text', { default: 'draft' }) status: SignatureStatus;
  @Column('text', { default: 'draft' }) documentStatus: DocumentStatus;
  @Column('text') senderName: string;
  @Column('text', { default: '' }) subject: string;
  @Column('text', { default: '' }) messageContent: string;
  @Column('text') originalDocumentName: string;
  @Column('text') originalDocumentType: string;
  @Column('text') originalDocumentExtension: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) dateSent: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresDate: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  scheduledDate: Date | null;
  @Column('boolean', { default: false }) requireVerification: boolean;
  @Column('text', { array: true, default: () => "'{}'" }) ccOnComplete: string[];
  /** Days between automatic reminders; null for none. */
  @Column('integer', { nullable: true }) remindEvery: number | null;
  /** Whether signers may hand over to someone else. */
  @Column('boolean', { default: false }) allowHandOver: boolean;
  @Column('bigint', { nullable: true }) categoryId: number | null;
  /** The language of papers for all of its signers, fixed at sending; null for English. */
  @Column('text', { nullable: true }) locale: string | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  updatedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
  /** Why a member cancelled it; for the dashboard, and for signers if `cancellationReasonShown`. Never in the API. */
  @Column('text', { nullable: true }) cancellationReason: string | null;
  @Column('boolean', { default: false }) cancellationReasonShown: boolean;
  /** When its documents and personal data were removed at the end of the organization's retention period. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) contentsRemovedAt: Date | null;
}

/** A request's fields in the contract. */
export type SignatureFields = Omit<
  Signature,
  | 'scheduledDate'
  | 'categoryId'
  | 'remindEvery'
  | 'allowHandOver'
  | 'locale'
  | 'deletedAt'
  | 'cancellationReason'
  | 'cancellationReasonShown'
  | 'contentsRemovedAt'
>;
