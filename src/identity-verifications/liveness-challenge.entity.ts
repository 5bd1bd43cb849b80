import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type ChallengeStep, type LivenessVerdict } from '../identity-documents/liveness.js';

/** `open` until its frames are judged, its time is up, or a new challenge replaces it. */
export type ChallengeState = 'open' | 'passed' | 'failed';

/** What a person must do in front of the camera. Drawn by the server and valid for one minute. */
@Entity('identity_liveness_challenges')
export class LivenessChallenge {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') verificationId: number;
  /** 1 for the first of its round, up to 3. */
  @Column('integer') attempt: number;
  /** 1, plus one each time a reviewer asks the person again. */
  @Column('integer') round: number;
  @Column('bytea') nonceHash: Buffer;
  @Column('text', { array: true }) steps: ChallengeStep[];
  @Column('text', { default: 'open' }) state: ChallengeState;
  /** Null until the challenge is judged. */
  @Column('jsonb', { nullable: true }) verdict: LivenessVerdict | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
