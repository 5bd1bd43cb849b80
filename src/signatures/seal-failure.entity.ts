import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type SealFailureCause } from './domain/seal-failure.js';

/** The last failure to seal a request's document, until it is sealed. */
@Entity('seal_failures')
export class SealFailureRecord {
  @PrimaryColumn('bigint') signatureId: number;
  @Column('bigint') organizationId: number;
  /** The number of failures. */
  @Column('integer') failures: number;
  @Column('text') cause: SealFailureCause;
  @Column('text') message: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) failedAt: Date;
}
