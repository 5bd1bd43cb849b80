import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who gets the mails about waiting reviews: every reviewer, a mailbox that a team reads, or nobody. */
export const REVIEW_MAILS = ['reviewers', 'mailbox', 'nobody'] as const;
export type ReviewMails = (typeof REVIEW_MAILS)[number];

/** The tenant that owns everything else; every query names it. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  /** Whether two reviewers must decide the same before a review ends. */
  @Column('boolean', { default: false }) reviewFourEyes: boolean;
  /** Whether a human looks at every face before a verification is approved. */
  @Column('boolean', { default: false }) reviewFaces: boolean;
  /** The colour of buttons and links, `#rrggbb`; null for our own. */
  @Column('text', { nullable: true }) accentColor: string | null;
  /** How to reach the organization, at the foot of pages and mails. */
  @Column('text', { nullable: true }) contactLine: string | null;
  /** The language of mails, pages and papers for people who have given and chosen none. */
  @Column('text', { nullable: true }) defaultLocale: string | null;
  /** Days until pictures are erased, at most `RETENTION_DAYS`, which null stands for. */
  @Column('integer', { nullable: true }) retentionDays: number | null;
  /** Days after which the contents of requests that have ended are removed; null for never. */
  @Column('integer', { nullable: true }) documentRetentionDays: number | null;
  /** Days after which drafts that nobody touches are removed; null for never. */
  @Column('integer', { nullable: true }) draftRetentionDays: number | null;
  @Column('text', { default: 'reviewers' }) reviewMails: ReviewMails;
  /** Set if `reviewMails` is `mailbox`. */
  @Column('text', { nullable: true }) reviewMailbox: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  createdAt: Date;
}
