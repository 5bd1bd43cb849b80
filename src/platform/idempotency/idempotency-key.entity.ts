import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of a request with an Idempotency-Key: it runs, or its answer is kept. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('bigint') organizationId: number;
  /** SHA-256 of the key, which may be anything the caller chose. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  /** The request that holds the key. A request that takes the key over has another. */
  @Column('uuid') claim: string;
  /** SHA-256 of the method, path and body; null while the request runs, like the two below. */
  @Column('bytea', { nullable: true }) requestHash: Buffer | null;
  @Column('smallint', { nullable: true }) status: number | null;
  /** The body, encrypted, because it may have tokens and links. */
  @Column('bytea', { nullable: true }) answerSealed: Buffer | null;
  /** When the key is free again: the end of the claim's lease, or of the time for which the answer is kept. */
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
