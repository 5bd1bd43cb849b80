import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Owns everything else: the scope of every read and write. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
