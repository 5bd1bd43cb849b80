import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person who signs in, independent of organizations. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  /** The address in the form used for comparison: trimmed and in lower case. */
  @Column('text') emailKey: string;
  /** As the person wrote it; null until then. */
  @Column('text', { nullable: true }) name: string | null;
  /** The language of the dashboard's pages; null for the browser's. */
  @Column('text', { nullable: true }) locale: string | null;
  /** The IANA zone of the dashboard's times; null for the device's. */
  @Column('text', { nullable: true }) timeZone: string | null;
  /** Null until the person has chosen a password. */
  @Column('text', { nullable: true }) passwordHash: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
