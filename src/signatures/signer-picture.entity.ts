import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The picture of a signature that a signer has uploaded, made clean: a PNG in the file store. */
@Entity('signer_pictures')
export class SignerPicture {
  @PrimaryColumn('bigint', { name: 'signer_id' }) signerId: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('text', { name: 'storage_key' }) storageKey: string;
  @Column('bytea') sha256: Buffer;
  @Column('integer') width: number;
  @Column('integer') height: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
