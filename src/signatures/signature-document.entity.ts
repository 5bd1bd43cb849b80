import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type ShownSize } from '../pdf/document-field.js';

/**
 * `original` as it was uploaded; `presented` the PDF that signers read; `working` the same with what signers have signed so
 * far, until it is sealed; `signed` the completed PDF; `certificate` of completion.
 */
export type DocumentKind = 'original' | 'presented' | 'working' | 'signed' | 'certificate';

@Entity('signature_documents')
export class SignatureDocument {
  @PrimaryColumn('bigint', { name: 'signature_id' }) signatureId: number;
  @PrimaryColumn('text') kind: DocumentKind;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('text', { name: 'storage_key' }) storageKey: string;
  @Column('text', { name: 'mime_type' }) mimeType: string;
  @Column('bytea') sha256: Buffer;
  @Column('bigint', { name: 'size_bytes' }) sizeBytes: number;
  @Column('integer') pages: number;
  /** Of the pages of an uploaded document as it is presented. */
  @Column('jsonb', { name: 'page_sizes', nullable: true }) pageSizes: ShownSize[] | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
