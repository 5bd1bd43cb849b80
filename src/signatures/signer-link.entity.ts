import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type LinkVoidReason = 'cancelled' | 'replaced' | 'completed';

/** A signing link. Void ones stay, so that the page can say why they no longer work. */
@Entity('signer_links')
export class SignerLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'signature_id' }) signatureId: number;
  @Column('bigint', { name: 'signer_id' }) signerId: number;
  @Column('text', { name: 'token_sealed' }) tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'voided_at', nullable: true }) voidedAt: Date | null;
  @Column('text', { name: 'void_reason', nullable: true }) voidReason: LinkVoidReason | null;
}
