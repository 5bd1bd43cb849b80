import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** By what a person is known again within one organization. Erased with the pictures. */
@Entity('identity_seen_persons')
export class SeenPerson {
  @PrimaryColumn('bigint', { name: 'verification_id' }) verificationId: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  /** Keyed hash of issuer and number; null where no number was read. */
  @Column('bytea', { name: 'document_hash', nullable: true }) documentHash: Buffer | null;
  /** The descriptor of the selfie, encrypted; null where none was taken. */
  @Column('bytea', { name: 'face_sealed', nullable: true }) faceSealed: Buffer | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
