import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { Transactions } from '../../platform/database/transactions.js';
import { describeError } from '../../platform/jobs/engine/run-handler.js';
import { FileDeletions } from '../../platform/storage/file-deletions.service.js';
import { CompletionCertificates } from '../completion-certificates.service.js';
import { CompletionService, type SealedDocument } from '../completion.service.js';
import { SIGNATURE_TRANSITIONS } from '../../signatures/domain/signature.state.js';
import { SEAL_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { findCancelledRequest, findLiveRequest } from '../../signatures/live-request.queries.js';
import { findDocument, takeDocument } from '../../signatures/signature-document.queries.js';
import { type StoredDocument } from '../../signatures/stored-document.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { forgetSealFailures } from '../../signatures/seal-failures.queries.js';
import { describeSealFailure } from '../describe-seal-failure.js';
import { type SealFailure } from '../../signatures/domain/seal-failure.js';
import { SealFailures } from '../seal-failures.service.js';
import { SignatureSealer } from '../signature-sealer.service.js';

const HOUR_SECONDS = 3_600;

interface Uncompleted {
  signature: Signature;
  isSealed: boolean;
}

/**
 * Seals the document, and then completes the request with a certificate of completion; both are verified before they are
 * kept. A run that dies between the two continues where it stopped, so that nothing is sealed twice. The job is
 * retried for about a week, because a time stamp authority may be down for days. `doctor` reports it from the first failure
 * on, the owner is told after the third, and a job that failed for good is kept with the failed jobs.
 */
@Injectable()
@JobHandlerFor()
export class SealSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = SEAL_JOB;
  readonly maxInflight = 2;
  /** Most of the time they wait for each other's child processes, or for a time stamp. */
  readonly maxInProcess = 6;
  readonly timeoutMs = 240_000;
  readonly maxAttempts = 175;

  constructor(
    private readonly transactions: Transactions,
    private readonly sealer: SignatureSealer,
    private readonly certificates: CompletionCertificates,
    private readonly completion: CompletionService,
    private readonly deletions: FileDeletions,
    private readonly failures: SealFailures,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload, attempt }: Job<SignatureJobPayload>, signal: AbortSignal): Promise<JobResult> {
    try {
      return await this.work(payload, signal);
    } catch (error) {
      // Not a failure of the seal, of which the owner would be told after the third.
      if (isDatabaseLost(error)) throw error;
      const failure = describeSealFailure(error);
      return {
        outcome: 'retry',
        afterSeconds: this.retryAfterSeconds(attempt),
        error: `request ${payload.signatureId}: ${[...new Set([describeError(error), failure.message])].join(': ')}`,
        commit: (tx) => this.recordFailure(tx, payload, failure),
      };
    }
  }

  /** It was given up, perhaps without a failure that was recorded: its workers have died. */
  async onExhausted(tx: EntityManager, { payload }: Job<SignatureJobPayload>, error: string): Promise<void> {
    if (await lockUncompleted(tx, payload))
      await this.failures.recordLast(tx, payload, { cause: 'resources', message: error });
  }

  private async work(payload: SignatureJobPayload, signal: AbortSignal): Promise<JobResult> {
    const uncompleted = await this.transactions.run((tx) => lockUncompleted(tx, payload));
    if (!uncompleted) return { outcome: 'done', commit: (tx) => this.forgetSealed(tx, payload) };
    const { signature, isSealed } = uncompleted;
    if (!isSealed) await this.seal(payload, await this.sealer.seal(signature, signal));
    const certificate = await this.certificates.make(signature, signal);
    return { outcome: 'done', commit: (tx) => this.complete(tx, payload, certificate) };
  }

  /** Keeps the sealed document, unless another run has sealed it meanwhile. @throws Error if the request has ended */
  private async seal(payload: SignatureJobPayload, sealed: SealedDocument): Promise<void> {
    const before = await this.transactions.run(async (tx) => {
      const uncompleted = await lockUncompleted(tx, payload);
      if (uncompleted && !uncompleted.isSealed)
        await this.completion.keepSealed(tx, uncompleted.signature, sealed);
      else await this.deletions.add(tx, payload.organizationId, [sealed.storageKey]);
      return uncompleted;
    });
    if (!before) throw new Error(`request ${payload.signatureId} has ended`);
  }

  /** Another run may have completed the request, or it was cancelled. */
  private async recordFailure(
    tx: EntityManager,
    payload: SignatureJobPayload,
    failure: SealFailure,
  ): Promise<void> {
    if (await lockUncompleted(tx, payload)) await this.failures.record(tx, payload, failure);
  }

  private async complete(
    tx: EntityManager,
    payload: SignatureJobPayload,
    certificate: StoredDocument,
  ): Promise<void> {
    const uncompleted = await lockUncompleted(tx, payload);
    await forgetSealFailures(tx, payload);
    if (uncompleted) return this.completion.complete(tx, uncompleted.signature, certificate);
    await this.deletions.add(tx, payload.organizationId, [certificate.storageKey]);
    await this.forgetSealed(tx, payload);
  }

  /** Removes the sealed document of a request that was cancelled before it was completed. */
  private async forgetSealed(tx: EntityManager, payload: SignatureJobPayload): Promise<void> {
    await forgetSealFailures(tx, payload);
    const cancelled = await findCancelledRequest(tx, payload);
    if (!cancelled || cancelled.status === 'completed') return;
    await this.deletions.add(tx, payload.organizationId, await takeDocument(tx, cancelled, 'signed'));
  }
}

/** The request under its row lock, or null if it was cancelled or another run has completed it. */
async function lockUncompleted(tx: EntityManager, payload: SignatureJobPayload): Promise<Uncompleted | null> {
  const statuses = sourcesOf(SIGNATURE_TRANSITIONS, 'completed');
  const signature = await findLiveRequest(tx, payload, { statuses, lock: true });
  if (!signature) return null;
  return { signature, isSealed: (await findDocument(tx, signature, 'signed')) !== null };
}
