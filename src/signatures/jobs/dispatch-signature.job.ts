import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { documentDigests } from '../documents/request-documents.queries.js';
import { RequestDispatcher } from '../internal/request-dispatcher.js';
import { findLiveRequest } from '../live-request.queries.js';
import { DISPATCH_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';

/** Sends a scheduled request when its time comes. */
@Injectable()
@JobHandlerFor()
export class DispatchSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = DISPATCH_JOB;
  readonly maxInflight = 8;
  readonly timeoutMs = 30_000;
  readonly maxAttempts = 10;

  constructor(private readonly dispatcher: RequestDispatcher) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * 2 ** attempt;
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.dispatch(tx, payload) };
  }

  private async dispatch(tx: EntityManager, payload: SignatureJobPayload): Promise<void> {
    const signature = await findLiveRequest(tx, payload, { statuses: ['scheduled'], lock: true });
    if (signature) await this.dispatcher.dispatch(tx, signature, await documentDigests(tx, signature));
  }
}
