import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const USER_ROLES = ['owner', 'admin', 'reviewer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** An account's membership in an organization, with its role there. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('bigint') accountId: number;
  @Column('text') role: UserRole;
  /** Reviews cases in addition to the role; the role `reviewer` does nothing else. */
  @Column('boolean', { default: false }) isReviewer: boolean;
  /** Sends in bulk as an admin; owners always may. */
  @Column('boolean', { default: false }) sendsBulk: boolean;
  /** When the person was removed from the organization. Records of what they did keep their name. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) removedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
