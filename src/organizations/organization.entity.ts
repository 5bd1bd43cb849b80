import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The recipients of mails about pending reviews: every reviewer, a team's mailbox, or nobody. */
export const REVIEW_MAILS = ['reviewers', 'mailbox', 'nobody'] as const;
export type ReviewMails = (typeof REVIEW_MAILS)[number];

/** The tenant that owns everything else; every query names it. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  /** Whether it is for tests: set at its creation, and never changed. */
  @Column({ type: 'boolean', default: false, update: false }) isTest: boolean;
  /** The organization that it is for tests of; null for none. */
  @Column({ type: 'bigint', nullable: true, update: false }) testOf: number | null;
  /** Whether two reviewers must agree before a review ends. */
  @Column('boolean', { default: false }) reviewFourEyes: boolean;
  /** Whether every face needs a human review before approval. */
  @Column('boolean', { default: false }) reviewFaces: boolean;
  /** The colour of buttons and links, `#rrggbb`; null for our own. */
  @Column('text', { nullable: true }) accentColor: string | null;
  /** How to reach the organization, at the foot of pages and mails. */
  @Column('text', { nullable: true }) contactLine: string | null;
  /** Where mails are answered that a program had sent; null for nowhere. */
  @Column('text', { nullable: true }) contactEmail: string | null;
  /** The language of mails, pages and papers for people who have no language set. */
  @Column('text', { nullable: true }) defaultLocale: string | null;
  /** The IANA zone of times in mails; null for UTC. */
  @Column('text', { nullable: true }) timeZone: string | null;
  /** Days until pictures are erased, at most `RETENTION_DAYS`; null for exactly that. */
  @Column('integer', { nullable: true }) retentionDays: number | null;
  /** Days after which the contents of ended requests are removed; null for never. */
  @Column('integer', { nullable: true }) documentRetentionDays: number | null;
  /** Days after which untouched drafts are removed; null for never. */
  @Column('integer', { nullable: true }) draftRetentionDays: number | null;
  @Column('text', { default: 'reviewers' }) reviewMails: ReviewMails;
  /** Set if `reviewMails` is `mailbox`. */
  @Column('text', { nullable: true }) reviewMailbox: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
