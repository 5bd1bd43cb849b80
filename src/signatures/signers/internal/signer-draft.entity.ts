import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signer's entries that are not signed yet. */
@Entity('signer_drafts')
export class SignerDraft {
  @PrimaryColumn('bigint') signerId: number;
  @Column('bigint') organizationId: number;
  /** The entries as JSON, encrypted. */
  @Column('bytea') sealed: Buffer;
  /** Identifies the only browser that gets them back; null if the emailed code guards them. */
  @Column('bytea', { nullable: true }) browserHash: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  updatedAt: Date;
}
