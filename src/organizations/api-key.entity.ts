import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type Scope } from './scopes.js';

/** The age in days after which a key should be replaced. */
export const OLD_KEY_DAYS = 90;

/** An API key. It is shown once, and only its hash is stored. An organization has at most one active key. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') createdByUserId: number;
  @Column('bytea') keyHash: Buffer;
  @Column('text') displayPrefix: string;
  @Column('text', { array: true }) scopes: Scope[];
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column('text', { nullable: true }) lastUsedAddress: string | null;
}
