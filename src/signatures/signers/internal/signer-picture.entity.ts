import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The cleaned picture of a signer's signature: a PNG in the file store. */
@Entity('signer_pictures')
export class SignerPicture {
  @PrimaryColumn('bigint') signerId: number;
  @Column('bigint') organizationId: number;
  @Column('text') storageKey: string;
  @Column('bytea') sha256: Buffer;
  @Column('integer') width: number;
  @Column('integer') height: number;
  /** Identifies the only browser that may use it; null if the emailed code guards it. */
  @Column('bytea', { nullable: true }) browserHash: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
