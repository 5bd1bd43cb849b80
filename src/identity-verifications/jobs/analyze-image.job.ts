import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { DocumentAnalysisService } from '../../document-analysis/document-analysis.service.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { FileStore } from '../../platform/storage/file-store.service.js';
import { VerificationImage } from '../verification-image.entity.js';
import { VerificationImages } from '../verification-images.service.js';
import { ANALYZE_IMAGE, type AnalyzeImageJob } from '../verification-jobs.js';
import { VerificationQueries } from '../verification.queries.js';

/** Reads a photo's pixels, away from the web process, and settles what follows. */
@Injectable()
@JobHandlerFor()
export class AnalyzeImageHandler implements JobHandler<AnalyzeImageJob> {
  readonly kind = ANALYZE_IMAGE;
  readonly maxInflight = 8;
  /** An analysis may take 20 s, and waits for up to three others where one process has all eight and two children. */
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 3;

  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly files: FileStore,
    private readonly analysis: DocumentAnalysisService,
    private readonly queries: VerificationQueries,
    private readonly images: VerificationImages,
  ) {}

  /** Short: the person is waiting in front of the page. */
  retryAfterSeconds(attempt: number): number {
    return attempt;
  }

  async run({ payload }: Job<AnalyzeImageJob>, signal: AbortSignal): Promise<JobResult> {
    const { organizationId, verificationId, imageId: id } = payload;
    const image = await this.manager.findOneBy(VerificationImage, { organizationId, verificationId, id });
    if (image?.analysis !== 'waiting') return { outcome: 'done' };
    const today = await this.queries.today(this.manager);
    const findings = await this.analysis.analyzeDocument(
      await this.files.get(image.storageKey),
      { today },
      signal,
    );
    return { outcome: 'done', commit: (tx) => this.images.settle(tx, payload, findings) };
  }

  /** A picture that kills every reader, or that was lost: a human must look. */
  async onExhausted(tx: EntityManager, { payload }: Job<AnalyzeImageJob>): Promise<void> {
    await this.images.settle(tx, payload, null);
  }
}
