import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const USER_ROLES = ['owner', 'admin', 'reviewer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('text') email: string;
  /** The address in the form in which it is compared: trimmed and in lower case. */
  @Column('text') emailKey: string;
  @Column('text') role: UserRole;
  @Column('text') passwordHash: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
