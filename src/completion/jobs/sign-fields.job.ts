import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { SignaturePapers } from '../../signatures/documents/signature-papers.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { findLiveRequest } from '../../signatures/live-request.queries.js';
import { SIGN_FIELDS_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { FieldSignatures } from '../field-signatures.js';

const HOUR_SECONDS = 3_600;

/**
 * Adds signers' own signatures to the documents as soon as they have signed. The sealing job retries failures here.
 */
@Injectable()
@JobHandlerFor()
export class SignFieldsJob implements JobHandler<SignatureJobPayload> {
  readonly kind = SIGN_FIELDS_JOB;
  readonly maxInflight = 2;
  readonly maxInProcess = 4;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 30;

  constructor(
    private readonly dataSource: DataSource,
    private readonly papers: SignaturePapers,
    private readonly fieldSignatures: FieldSignatures,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload }: Job<SignatureJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { manager } = this.dataSource;
    const signature = await findLiveRequest(manager, payload, { statuses: OPEN_STATUSES });
    const contents = signature && (await this.papers.gather(manager, signature));
    // Once everyone has signed, the sealing job takes these steps.
    const isDue = contents?.signers.some(({ status }) => status === 'pending');
    if (contents && isDue)
      for (const document of contents.documents)
        await this.fieldSignatures.advance(contents, document, signal);
    return { outcome: 'done' };
  }
}
