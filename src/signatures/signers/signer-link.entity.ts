import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type LinkVoidReason = 'cancelled' | 'replaced' | 'completed';

/** A signing link. Voided links are kept, so the page can explain why they no longer work. */
@Entity('signer_links')
export class SignerLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  @Column('bigint') signerId: number;
  @Column('text') tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) voidedAt: Date | null;
  @Column('text', { nullable: true }) voidReason: LinkVoidReason | null;
  /** The number of the audit event in which its holder handed over to someone else; null if they did not. */
  @Column('integer', { nullable: true }) handedOverIn: number | null;
}
