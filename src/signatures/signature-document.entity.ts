import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `original` as it was uploaded; `presented` the PDF that signers read; `signed` the completed PDF. */
export type DocumentKind = 'original' | 'presented' | 'signed';

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
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
