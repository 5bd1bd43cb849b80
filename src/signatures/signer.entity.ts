import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type SignerStatus } from './domain/signer.state.js';

/** What a signer left on the document, drawn into the completed PDF. */
export type Mark =
  | { kind: 'click' }
  | { kind: 'typed'; text: string }
  /** Points as x and y between 0 and 1 in the signature box, one array for each stroke. */
  | { kind: 'drawn'; strokes: number[][] }
  /** A PNG in the file store; `sha256` of it, lower-case hex; sides in pixels. */
  | { kind: 'uploaded'; storageKey: string; sha256: string; width: number; height: number };

@Entity('signature_signers')
export class Signer {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  @Column('text') email: string;
  /** The address as it is compared: trimmed, without regard to case. */
  @Column('text') emailKey: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('integer', { name: 'signing_order', default: 0 }) order: number;
  /** The language that the sender gave or the signer chose; null for the organization's. */
  @Column('text', { nullable: true }) locale: string | null;
  @Column('text', { default: 'pending' }) status: SignerStatus;
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  codeVerifiedAt: Date | null;
  /** When the last screen was shown again because others had signed meanwhile. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) screenRepeatedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) signedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) rejectedAt: Date | null;
  @Column('text', { nullable: true }) rejectionReason: string | null;
  @Column('jsonb', { nullable: true }) mark: Mark | null;
  /** For in_person: the host on whose device the signer signed. */
  @Column('text', { nullable: true }) witnessName: string | null;
  /** As the identity document showed it to the check that this request asked for. */
  @Column('text', { nullable: true }) verifiedName: string | null;
  /** The field that holds the signer's own signature, made with this certificate (DER), as the n-th of the document. */
  @Column('text', { nullable: true }) fieldName: string | null;
  @Column('bytea', { nullable: true }) fieldCertificate: Buffer | null;
  @Column('integer', { nullable: true }) fieldNumber: number | null;
}
