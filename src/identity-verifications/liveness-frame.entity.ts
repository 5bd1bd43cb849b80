import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A picture of the camera, sent while a challenge ran. */
@Entity('identity_liveness_frames')
export class LivenessFrame {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'verification_id' }) verificationId: number;
  @Column('bigint', { name: 'challenge_id' }) challengeId: number;
  /** 1 for the first of its challenge. */
  @Column('integer') number: number;
  /** Milliseconds from the challenge's beginning to the frame's arrival, by the database's clock. */
  @Column('integer', { name: 'received_ms' }) receivedMs: number;
  /** The same when its answer was ready. */
  @Column('integer', { name: 'answered_ms', nullable: true }) answeredMs: number | null;
  /** Null once its picture is erased. */
  @Column('text', { name: 'storage_key', nullable: true }) storageKey: string | null;
  @Column('bytea') sha256: Buffer;
  /** What the engine saw, face descriptors included, encrypted; null once it is erased. */
  @Column('bytea', { name: 'observation_sealed', nullable: true }) observationSealed: Buffer | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
}
