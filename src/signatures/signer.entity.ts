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
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'signature_id' }) signatureId: number;
  @Column('text') email: string;
  /** The address as it is compared: trimmed, without regard to case. */
  @Column('text', { name: 'email_key' }) emailKey: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('integer', { name: 'signing_order', default: 0 }) order: number;
  @Column('text', { default: 'pending' }) status: SignerStatus;
  @Column({ type: 'timestamptz', precision: 3, name: 'opened_at', nullable: true }) openedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'code_verified_at', nullable: true })
  codeVerifiedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'signed_at', nullable: true }) signedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'rejected_at', nullable: true }) rejectedAt: Date | null;
  @Column('text', { name: 'rejection_reason', nullable: true }) rejectionReason: string | null;
  @Column('jsonb', { nullable: true }) mark: Mark | null;
  /** For in_person: the host on whose device the signer signed. */
  @Column('text', { name: 'witness_name', nullable: true }) witnessName: string | null;
  /** As the identity document showed it to the check that this request asked for. */
  @Column('text', { name: 'verified_name', nullable: true }) verifiedName: string | null;
  /** The field that holds the signer's own signature, made with this certificate (DER), as the n-th of the document. */
  @Column('text', { name: 'field_name', nullable: true }) fieldName: string | null;
  @Column('bytea', { name: 'field_certificate', nullable: true }) fieldCertificate: Buffer | null;
  @Column('integer', { name: 'field_number', nullable: true }) fieldNumber: number | null;
}
