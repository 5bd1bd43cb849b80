import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type DocumentStatus, type SignatureStatus, type SignatureType } from './domain/signature.state.js';

@Entity('signatures')
export class Signature {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'created_by_user_id' }) createdByUserId: number;
  @Column('text') type: SignatureType;
  @Column('text', { default: 'draft' }) status: SignatureStatus;
  @Column('text', { name: 'document_status', default: 'draft' }) documentStatus: DocumentStatus;
  @Column('text', { name: 'sender_name' }) senderName: string;
  @Column('text', { default: '' }) subject: string;
  @Column('text', { name: 'message_content', default: '' }) messageContent: string;
  @Column('text', { name: 'original_document_name' }) originalDocumentName: string;
  @Column('text', { name: 'original_document_type' }) originalDocumentType: string;
  @Column('text', { name: 'original_document_extension' }) originalDocumentExtension: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'date_sent', nullable: true }) dateSent: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_date', nullable: true })
  expiresDate: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'scheduled_date', nullable: true })
  scheduledDate: Date | null;
  @Column('boolean', { name: 'require_verification', default: false }) requireVerification: boolean;
  @Column('text', { name: 'cc_on_complete', array: true, default: () => "'{}'" }) ccOnComplete: string[];
  /** Days between automatic reminders; null for none. */
  @Column('integer', { name: 'remind_every', nullable: true }) remindEvery: number | null;
  @Column('bigint', { name: 'category_id', nullable: true }) categoryId: number | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'app_now()' })
  updatedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}
