import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The picture of a signature that a signer has uploaded, made clean: a PNG in the file store. */
@Entity('signer_pictures')
export class SignerPicture {
  @PrimaryColumn('bigint') signerId: number;
  @Column('bigint') organizationId: number;
  @Column('text') storageKey: string;
  @Column('bytea') sha256: Buffer;
  @Column('integer') width: number;
  @Column('integer') height: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
