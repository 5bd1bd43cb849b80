import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { type ShownSize } from '../../pdf/document-field.js';
import { type DocumentKind } from './signature-document.entity.js';

/** A document of a request after its first. */
@Entity('request_documents')
export class FurtherDocument {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  /** From 2. */
  @Column('integer') position: number;
  @Column('text') name: string;
  /** Of the file as received, without a dot. */
  @Column('text') extension: string;
}

/** The kinds of files that belong to one document, and not to the request. */
export type FurtherKind = Exclude<DocumentKind, 'certificate'>;

/** A file of such a document, as `SignatureDocument` is of the first. */
@Entity('request_document_files')
export class FurtherDocumentFile {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryColumn('bigint') documentId: number;
  @PrimaryColumn('text') kind: FurtherKind;
  @Column('text') storageKey: string;
  @Column('text') mimeType: string;
  @Column('bytea') sha256: Buffer;
  @Column('bigint') sizeBytes: number;
  @Column('integer') pages: number;
  @Column('jsonb', { nullable: true }) pageSizes: ShownSize[] | null;
  @Column('bytea', { nullable: true }) signedSha256: Buffer | null;
  @Column('bytea', { nullable: true }) redrawnSha256: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}

/** A signer's own signature in such a document, as the signer's row has it of the first. */
@Entity('request_document_signatures')
export class FurtherDocumentSignature {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryColumn('bigint') documentId: number;
  @PrimaryColumn('bigint') signerId: number;
  @Column('text') fieldName: string;
  /** DER. */
  @Column('bytea') fieldCertificate: Buffer;
  /** The position among the document's signatures, from 1. */
  @Column('integer') fieldNumber: number;
}
