import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The link of somebody who does not sign. Its tokens are in a table of their own, so that none can be used as a signer's.
 * Voided links are kept, so the page can explain why they no longer work.
 */
@Entity('recipient_links')
export class RecipientLink {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') signatureId: number;
  @Column('bigint') recipientId: number;
  @Column('bytea') tokenHash: Buffer;
  @Column('text') tokenSealed: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) voidedAt: Date | null;
  @Column('text', { nullable: true }) voidReason: LinkVoidReason | null;
}

export type LinkVoidReason = 'cancelled' | 'replaced' | 'removed';
