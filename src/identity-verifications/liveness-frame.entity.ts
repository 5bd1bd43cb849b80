import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A camera picture, sent during a challenge. */
@Entity('identity_liveness_frames')
export class LivenessFrame {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  @Column('bigint') challengeId: number;
  /** 1 for the first of its challenge. */
  @Column('integer') number: number;
  /** Milliseconds from the start of the challenge to the frame's arrival, by the database's clock. */
  @Column('integer') receivedMs: number;
  /** The same until its response was ready. */
  @Column('integer', { nullable: true }) answeredMs: number | null;
  /** Null once the picture is erased. */
  @Column('text', { nullable: true }) storageKey: string | null;
  @Column('bytea') sha256: Buffer;
  /** The engine's findings with face descriptors, encrypted; null once erased. */
  @Column('bytea', { nullable: true }) observationSealed: Buffer | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
