import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The tenant that owns everything else; every query names it. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  /** Whether two reviewers must decide the same before a review ends. */
  @Column('boolean', { default: false }) reviewFourEyes: boolean;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
