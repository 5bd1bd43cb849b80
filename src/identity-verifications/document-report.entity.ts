import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { type Check, type ExtractedData, type LivenessResult, type ReportResult } from './domain/decision.js';
import { type DocumentType } from './identity-verification.entity.js';

/** What came of a verification: written with the decision, and once more where a human made it. */
@Entity('document_reports')
export class DocumentReport {
  @PrimaryColumn('bigint', { name: 'verification_id' }) verificationId: number;
  @Column('bigint', { name: 'organization_id' }) organizationId: number;
  @Column('text') result: ReportResult;
  @Column('text', { name: 'document_type', nullable: true }) documentType: DocumentType | null;
  @Column('double precision', { name: 'match_score' }) matchScore: number;
  @Column('jsonb', { name: 'extracted_data' }) extractedData: ExtractedData;
  /** Null where no challenge ran. */
  @Column('jsonb', { name: 'liveness_result', nullable: true }) livenessResult: LivenessResult | null;
  @Column('jsonb') checks: Check[];
  @Column('text', { array: true }) reasons: string[];
  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'completed_at', default: () => 'app_now()' })
  completedAt: Date;
}
