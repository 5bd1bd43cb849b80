import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Traits by which a person is recognized within one organization. Erased with the pictures. */
@Entity('identity_seen_persons')
export class KnownIdentity {
  @PrimaryColumn('bigint') verificationId: number;
  @Column('bigint') organizationId: number;
  /** Keyed hash of issuer and number; null if no number was read. */
  @Column('bytea', { nullable: true }) documentHash: Buffer | null;
  /** The selfie's face descriptor, encrypted; null if none was taken. */
  @Column('bytea', { nullable: true }) faceSealed: Buffer | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
