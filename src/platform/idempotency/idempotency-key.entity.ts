import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of a request with an Idempotency-Key: it is running, or its answer is stored. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('bigint') organizationId: number;
  /** SHA-256 of the key, which can be any text the caller chose. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  /** Identifies the request that holds the key. A request that takes over the key has another claim. */
  @Column('uuid') claim: string;
  /** SHA-256 of the method, path and body; null while the request runs, like the next two. */
  @Column('bytea', { nullable: true }) requestHash: Buffer | null;
  @Column('smallint', { nullable: true }) status: number | null;
  /** The body, encrypted, because it can contain tokens and links. */
  @Column('bytea', { nullable: true }) answerSealed: Buffer | null;
  /** When the key becomes free: at the end of the claim's lease, or of the time for which the answer is kept. */
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
