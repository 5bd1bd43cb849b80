import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DocumentAnalysisService } from '../../identity-documents/document-analysis.service.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { type DocumentSide } from '../domain/document-sides.js';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { VerificationQueries } from '../verification.queries.js';
import { VerificationImage } from '../verification-image.entity.js';
import { VerificationImages } from '../verification-images.js';
import { ANALYZE_IMAGE, type AnalyzeImageJobPayload } from '../verification-job.kinds.js';

/** Analyzes a photo in a child process, and acts on the findings. */
@Injectable()
@JobHandlerFor()
export class AnalyzeImageJob implements JobHandler<AnalyzeImageJobPayload> {
  readonly kind = ANALYZE_IMAGE;
  readonly maxInflight = 3;
  readonly maxInProcess = 4;
  /** A document and its portrait can take 20 s each, and may wait for other analyses in the same process. */
  readonly timeoutMs = 180_000;
  readonly maxAttempts = 3;

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly analysis: DocumentAnalysisService,
    private readonly queries: VerificationQueries,
    private readonly images: VerificationImages,
  ) {}

  /** Short: the person is waiting. */
  retryAfterSeconds(attempt: number): number {
    return attempt;
  }

  async run({ payload }: Job<AnalyzeImageJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { organizationId, verificationId, imageId: id } = payload;
    const image = await this.dataSource.manager.findOneBy(VerificationImage, {
      organizationId,
      verificationId,
      id,
    });
    if (image?.analysis !== 'waiting' || image.storageKey === null) return { outcome: 'done' };
    const verification = await this.queries.find(this.dataSource.manager, organizationId, verificationId);
    const evidence = await this.analyze(verification!, image.side, await this.files.get(image.storageKey), {
      tenant: organizationId,
      signal,
    });
    return { outcome: 'done', commit: (tx) => this.images.settle(tx, payload, evidence) };
  }

  private async analyze(
    { documentType, verificationMethod }: IdentityVerification,
    side: DocumentSide,
    bytes: Buffer,
    owner: TaskOwner,
  ) {
    const today = await this.queries.today(this.dataSource.manager);
    const isBack = side === 'back';
    const question = {
      today,
      isBack,
      mayHaveBarcode: isBack,
      expectsMrz: isBack || documentType === 'passport',
    };
    const findings = await this.analysis.analyzeDocument(bytes, question, owner);
    const comparesFaces = verificationMethod === 'combined' && side === 'front' && findings.quality !== null;
    const portrait = comparesFaces ? await this.analysis.readPortrait(bytes, findings, owner) : null;
    return { findings, portrait };
  }

  /** The picture crashed the analysis every time, or was lost: a reviewer must decide. */
  async onExhausted(tx: EntityManager, { payload }: Job<AnalyzeImageJobPayload>): Promise<void> {
    await this.images.settle(tx, payload, null);
  }
}
