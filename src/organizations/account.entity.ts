import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person who signs in, whatever the organizations. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  /** The address in the form in which it is compared: trimmed and in lower case. */
  @Column('text') emailKey: string;
  /** Null until the person has chosen a password. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
