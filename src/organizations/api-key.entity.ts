import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type Scope } from './scopes.js';

/** A key's hash; the key itself is shown once and kept nowhere. One key of an organization is active at a time. */
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
}
