import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { type RecipientAction, type RecipientStatus, type RecipientWhen } from '../domain/recipient.state.js';

/** Somebody who does not sign a request: who approves it, reads it, or gets a copy. */
@Entity('request_recipients')
export class Recipient {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') signatureId: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') email: string;
  /** The address in the form used for comparison. One address has each action at most once. */
  @Column('text') emailKey: string;
  @Column('text', { nullable: true }) name: string | null;
  /** The language given by the sender or chosen by the recipient; null for the organization's. */
  @Column('text', { nullable: true }) locale: string | null;
  @Column('text') action: RecipientAction;
  /** Among the orders of the signers; null for before everyone. */
  @Column('integer', { name: 'turn_order', nullable: true }) order: number | null;
  @Column('text', { name: 'told_when' }) when: RecipientWhen;
  /** Whether others wait for them: always of approvers, never of copies. */
  @Column('boolean') required: boolean;
  /** Whether this address may not be a signer's. */
  @Column('boolean') separateApprover: boolean;
  /** Added after sending, so the event that sent the request does not list them. */
  @Column('boolean', { default: false }) addedLater: boolean;
  @Column('text', { default: 'pending' }) status: RecipientStatus;
  /** When their first email was queued. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) toldAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) actedAt: Date | null;
  /** When the page was repeated because others had signed in the meantime. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) screenRepeatedAt: Date | null;
  @Column('text', { nullable: true }) rejectionReason: string | null;
  /** The evidence still lists those who were removed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) removedAt: Date | null;
}

/** How a recipient is found: never without the organization and the request. */
export type RecipientKey = Pick<Recipient, 'organizationId' | 'signatureId' | 'id'>;
