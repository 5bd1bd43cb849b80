import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type Scope } from './scopes.js';

/** A key's hash; the key itself is shown once and kept nowhere. One key of an organization is active at a time. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('bigint', { name: 'created_by_user_id' }) createdByUserId: number;
  @Column('bytea', { name: 'key_hash' }) keyHash: Buffer;
  @Column('text', { name: 'display_prefix' }) displayPrefix: string;
  @Column('text', { array: true }) scopes: Scope[];
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'app_now()' })
  createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'revoked_at', nullable: true }) revokedAt: Date | null;
}
