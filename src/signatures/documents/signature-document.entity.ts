import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type ShownSize } from '../../pdf/document-field.js';

/**
 * `original`, as uploaded; `presented`, the PDF that signers read; `working`, the same with the signatures so far,
 * until it is sealed; `signed`, the completed PDF; `certificate` of completion.
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
  /** The size of each page of an uploaded document, as presented. */
  @Column('jsonb', { nullable: true }) pageSizes: ShownSize[] | null;
  /** Equals `sha256` if the document carried signatures when uploaded. */
  @Column('bytea', { nullable: true }) signedSha256: Buffer | null;
  /** Equals `sha256` if it moreover has a form that programs draw anew. */
  @Column('bytea', { nullable: true }) redrawnSha256: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}

/** Whether a document is known to have carried signatures when uploaded. */
export const carriesSignatures = ({
  sha256,
  signedSha256,
}: Pick<SignatureDocument, 'sha256' | 'signedSha256'>) =>
  signedSha256 !== null && sha256.equals(signedSha256);

/** Whether it is also known to have a form that programs draw anew, so that nothing may be placed on it. */
export const isRedrawn = ({ sha256, redrawnSha256 }: Pick<SignatureDocument, 'sha256' | 'redrawnSha256'>) =>
  redrawnSha256 !== null && sha256.equals(redrawnSha256);
