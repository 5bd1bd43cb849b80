import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { FieldSignatures } from '../field-signatures.service.js';
import { SIGN_FIELDS_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { findLiveRequest, signersOf } from '../../signatures/live-request.queries.js';

const HOUR_SECONDS = 3_600;

/** Adds signers' own signatures to the document as soon as they have signed. The sealing job retries what fails here. */
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
    private readonly fieldSignatures: FieldSignatures,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload }: Job<SignatureJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { manager } = this.dataSource;
    const signature = await findLiveRequest(manager, payload, { statuses: OPEN_STATUSES });
    const signers = signature ? await signersOf(manager, signature) : [];
    // Once everyone has signed, the sealing job takes these steps.
    const isDue = signers.some(({ status }) => status === 'pending');
    if (signature && isDue) await this.fieldSignatures.advance(signature, signal);
    return { outcome: 'done' };
  }
}
