import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type ShownSize } from '../pdf/document-field.js';

/**
 * `original` as it was uploaded; `presented` the PDF that signers read; `working` the same with what signers have signed so
 * far, until it is sealed; `signed` the completed PDF; `certificate` of completion.
 */
export const DOCUMENT_KINDS = ['original', 'presented', 'working', 'signed', 'certificate'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

@Entity('signature_documents')
export class SignatureDocument {
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryColumn('text') kind: DocumentKind;
  @Column('bigint') organizationId: number;
  @Column('text') storageKey: string;
  @Column('text') mimeType: string;
  @Column('bytea') sha256: Buffer;
  @Column('bigint') sizeBytes: number;
  @Column('integer') pages: number;
  /** Of each page of an uploaded document as presented. */
  @Column('jsonb', { nullable: true }) pageSizes: ShownSize[] | null;
  /** The same as `sha256` if the document carried signatures when it was uploaded. */
  @Column('bytea', { nullable: true }) signedSha256: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}

/** Whether a document carried signatures when it was uploaded, as far as that is known. */
export const carriesSignatures = ({
  sha256,
  signedSha256,
}: Pick<SignatureDocument, 'sha256' | 'signedSha256'>) =>
  signedSha256 !== null && sha256.equals(signedSha256);
