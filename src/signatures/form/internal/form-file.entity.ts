import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A file that a signer gave into a field of a form, signed or not yet. */
@Entity('form_files')
export class FormFileRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') signatureId: number;
  @Column('bigint') signerId: number;
  @Column('text') fieldKey: string;
  @Column('text') storageKey: string;
  @Column('bytea') nameSealed: Buffer;
  /** Media type. */
  @Column('text') type: string;
  @Column('integer') sizeBytes: number;
  @Column('bytea') sha256: Buffer;
  /** Identifies the only browser that may use it before it is signed; null if the emailed code guards it. */
  @Column('bytea', { nullable: true }) browserHash: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
