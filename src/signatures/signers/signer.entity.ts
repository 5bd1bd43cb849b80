import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type SignerStatus } from '../domain/signer.state.js';

/** A signer's mark, drawn into the completed PDF. */
export type Mark =
  | { kind: 'click' }
  | { kind: 'typed'; text: string }
  /** Points as x and y between 0 and 1 in the signature box, one array for each stroke. */
  | { kind: 'drawn'; strokes: number[][] }
  /** A PNG in the file store, with its `sha256` in lower-case hex and its sides in pixels. */
  | { kind: 'uploaded'; storageKey: string; sha256: string; width: number; height: number };

@Entity('signature_signers')
export class Signer {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  @Column('text') email: string;
  /** The address in the form used for comparison: trimmed and ignoring case. */
  @Column('text') emailKey: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('integer', { name: 'signing_order', default: 0 }) order: number;
  /** The language given by the sender or chosen by the signer; null for the organization's. */
  @Column('text', { nullable: true }) locale: string | null;
  @Column('text', { default: 'pending' }) status: SignerStatus;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  codeVerifiedAt: Date | null;
  /** When the last screen was repeated because others had signed in the meantime. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) screenRepeatedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) signedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) rejectedAt: Date | null;
  @Column('text', { nullable: true }) rejectionReason: string | null;
  @Column('jsonb', { nullable: true }) mark: Mark | null;
  /** For in_person: the host on whose device the signer signed. */
  @Column('text', { nullable: true }) witnessName: string | null;
  /** The name on the identity document, as read by the check that this request required. */
  @Column('text', { nullable: true }) verifiedName: string | null;
  /**
   * The field with the signer's own signature, its certificate (DER), and its number among the document's signatures.
   */
  @Column('text', { nullable: true }) fieldName: string | null;
  @Column('bytea', { nullable: true }) fieldCertificate: Buffer | null;
  @Column('integer', { nullable: true }) fieldNumber: number | null;
}

/** How a signer is found: never without the organization. */
export type SignerKey = Pick<Signer, 'organizationId' | 'id'>;
