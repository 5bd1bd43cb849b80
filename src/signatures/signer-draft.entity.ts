import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a signer has entered and not signed yet. */
@Entity('signer_drafts')
export class SignerDraft {
  @PrimaryColumn('bigint') signerId: number;
  @Column('bigint') organizationId: number;
  /** The entries as JSON, encrypted. */
  @Column('bytea') sealed: Buffer;
  /** Of the only browser that gets them back; null if the emailed code guards them. */
  @Column('bytea', { nullable: true }) browserHash: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  updatedAt: Date;
}
