import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `authority` issues certificates for the organization's signers and seal; `seal` seals its documents. */
export type CertificatePurpose = 'authority' | 'seal';

/** A certificate of an organization with its private key. One per purpose is in use; earlier ones are kept. */
@Entity('organization_certificates')
export class OrganizationCertificate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('text') purpose: CertificatePurpose;
  /** DER. */
  @Column('bytea') certificate: Buffer;
  /** PKCS#8, encrypted. */
  @Column('bytea') privateKeySealed: Buffer;
  /** The authority that issued it; null for a (self-signed) authority. */
  @Column('bigint', { nullable: true }) issuedById: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) notAfter: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) retiredAt: Date | null;
}
