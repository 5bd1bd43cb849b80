import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A picture of the camera, sent while a challenge ran. */
@Entity('identity_liveness_frames')
export class LivenessFrame {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  @Column('bigint') challengeId: number;
  /** 1 for the first of its challenge. */
  @Column('integer') number: number;
  /** Milliseconds from the challenge's beginning to the frame's arrival, by the database's clock. */
  @Column('integer') receivedMs: number;
  /** The same when its answer was ready. */
  @Column('integer', { nullable: true }) answeredMs: number | null;
  /** Null once its picture is erased. */
  @Column('text', { nullable: true }) storageKey: string | null;
  @Column('bytea') sha256: Buffer;
  /** What the engine saw, face descriptors included, encrypted; null once it is erased. */
  @Column('bytea', { nullable: true }) observationSealed: Buffer | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
