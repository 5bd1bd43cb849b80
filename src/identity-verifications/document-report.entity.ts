import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { type Check, type ExtractedData, type LivenessResult, type ReportResult } from './domain/decision.js';
import { type DocumentType } from './domain/document-type.js';

/** The result of a verification: written with the decision, and updated when a reviewer decides. */
@Entity('document_reports')
export class DocumentReport {
  @PrimaryColumn('bigint') verificationId: number;
  @Column('bigint') organizationId: number;
  @Column('text') result: ReportResult;
  @Column('text', { nullable: true }) documentType: DocumentType | null;
  @Column('double precision') matchScore: number;
  @Column('jsonb') extractedData: ExtractedData;
  /** Null if no liveness challenge ran. */
  @Column('jsonb', { nullable: true }) livenessResult: LivenessResult | null;
  @Column('jsonb') checks: Check[];
  @Column('text', { array: true }) reasons: string[];
  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'app_now()' })
  completedAt: Date;
}
