import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { type MatchedColumn } from './domain/bulk-columns.js';
import { type Spelling } from './domain/bulk-row.js';
import { type BulkState, type OnInvalid, type RowState } from './domain/bulk-send.state.js';

/** What all requests have in common, in place of the template's options. */
export interface BulkDefaults {
  subject?: string;
  messageContent?: string;
  senderName?: string;
  /** ISO 8601. */
  expiresDate?: string;
  ccOnComplete?: string[];
  requireVerification?: boolean;
  categoryId?: number;
  /** Keys of fields that signers see but cannot change. */
  readOnly: string[];
}

/** How the file was read. */
export interface BulkFile extends Spelling {
  format: string;
  encoding: string;
  delimiter: string | null;
  columns: MatchedColumn[];
  emptyRows: number;
}

/** Who started it, for the audit trails of its requests. */
export interface BulkStarter {
  userId: number;
  apiKeyId?: number;
  ip: string;
  userAgent: string;
}

/** Requests to be sent from the rows of a file. */
@Entity('bulk_sends')
export class BulkSend {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('bigint') templateId: number;
  @Column('integer') version: number;
  @Column('text', { default: 'empty' }) state: BulkState;
  @Column('text') onInvalid: OnInvalid;
  @Column('jsonb') defaults: BulkDefaults;
  /** Null without rows. */
  @Column('jsonb', { nullable: true }) file: BulkFile | null;
  /** Keyed digest of the rows; null without any. */
  @Column('bytea', { nullable: true }) rowsDigest: Buffer | null;
  /** Rows to be sent as of the start, which count for the daily ceiling. */
  @Column('integer', { nullable: true }) toCreate: number | null;
  /** The code of what paused it; null if a person did, or it is not paused. */
  @Column('text', { nullable: true }) pausedBecause: string | null;
  @Column('jsonb', { nullable: true }) startedBy: BulkStarter | null;
  @Column('bigint') createdByUserId: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) uploadedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) startedAt: Date | null;
  /** When it finished or was cancelled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
  /** When the rows that were not sent were removed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) rowsRemovedAt: Date | null;
}

/** A row of its file. */
@Entity('bulk_send_rows')
export class BulkSendRow {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('bigint') bulkSendId: number;
  /** From 1, without the header and without empty rows. */
  @PrimaryColumn('integer') number: number;
  /** Of the file, in which the row begins. */
  @Column('integer') line: number;
  /** The sender's own key; null without one, and for rows with faults. */
  @Column('text', { nullable: true }) reference: string | null;
  @Column('text') state: RowState;
  @Column('boolean') warned: boolean;
  /** Values, faults and warnings, encrypted; null once the request was made or the row was removed. */
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('bigint', { nullable: true }) signatureId: number | null;
  /** When the request was made. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) createdAt: Date | null;
}
