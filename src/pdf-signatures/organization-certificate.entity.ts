import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `authority` issues certificates to the organization's signers and to its seal; `seal` closes its documents. */
export type CertificatePurpose = 'authority' | 'seal';

/** A certificate of an organization with its private key. One of each purpose is in use; earlier ones are kept. */
@Entity('organization_certificates')
export class OrganizationCertificate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('text') purpose: CertificatePurpose;
  /** DER. */
  @Column('bytea') certificate: Buffer;
  /** PKCS#8, encrypted. */
  @Column('bytea', { name: 'private_key_sealed' }) privateKeySealed: Buffer;
  /** The authority that issued it; null for an authority, which issued itself. */
  @Column('bigint', { name: 'issued_by_id', nullable: true }) issuedById: number | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'not_after' }) notAfter: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'retired_at', nullable: true }) retiredAt: Date | null;
}
