import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';
import { Transactions } from '../../platform/database/transactions.js';
import { describeError } from '../../platform/jobs/describe-error.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { documentsInOrder, takeFiles } from '../../signatures/documents/request-documents.queries.js';
import { type StoredDocument } from '../../signatures/documents/stored-document.js';
import { type SealFailure } from '../../signatures/domain/seal-failure.js';
import { findCancelledRequest, findLiveRequest } from '../../signatures/live-request.queries.js';
import { forgetSealFailures } from '../../signatures/seal-failures.queries.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { SEAL_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { CompletionService, type SealedDocument } from '../completion.service.js';
import { CompletionCertificates } from '../completion-certificates.js';
import { COMPLETABLE, CompletionMaterials, type SealedFile } from '../completion-materials.js';
import { describeSealFailure } from '../describe-seal-failure.js';
import { SealFailures } from '../seal-failures.js';
import { SignatureSealer } from '../signature-sealer.js';

const HOUR_SECONDS = 3_600;

/**
 * Seals the documents, and then completes the request with a certificate of completion; each is verified before it is
 * stored. A run that dies between the two continues where it stopped, so that nothing is sealed twice. One that dies
 * between two documents leaves files that nothing names. The job is
 * retried for about a week, because a time stamp authority can be down for days. `doctor` reports it from the first
 * failure on, the owner is notified after the third, and a job that failed for good stays with the failed jobs.
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
    private readonly materials: CompletionMaterials,
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
      // Not a failure of the seal, which would notify the owner after the third.
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

  /** It was given up, possibly without a recorded failure, because its workers died. */
  async onExhausted(tx: EntityManager, { payload }: Job<SignatureJobPayload>, error: string): Promise<void> {
    if (await lockUncompleted(tx, payload))
      await this.failures.recordLast(tx, payload, { cause: 'resources', message: error });
  }

  private async work(payload: SignatureJobPayload, signal: AbortSignal): Promise<JobResult> {
    const materials = await this.materials.gather(payload);
    if (!materials) return { outcome: 'done', commit: (tx) => this.forgetSealed(tx, payload) };
    const signed =
      sealedIn(materials.contents) ?? (await this.keep(payload, await this.sealer.seal(materials, signal)));
    const certificate = await this.certificates.make(materials, signed, signal);
    return { outcome: 'done', commit: (tx) => this.complete(tx, payload, certificate) };
  }

  /**
   * Records the sealed documents, unless another run sealed them meanwhile.
   * @returns those that were recorded
   * @throws Error if the request has ended
   */
  private async keep(payload: SignatureJobPayload, sealed: SealedDocument[]): Promise<SealedFile[]> {
    const keys = sealed.map(({ storageKey }) => storageKey);
    const kept = await this.transactions.run(async (tx) => {
      const signature = await lockUncompleted(tx, payload);
      const earlier = signature && sealedIn({ documents: await signedOf(tx, signature) });
      if (signature && !earlier) await this.completion.keepSealed(tx, signature, sealed);
      else await this.deletions.add(tx, payload.organizationId, keys);
      return signature && (earlier ?? sealed);
    });
    if (!kept) throw new Error(`request ${payload.signatureId} has ended`);
    return kept;
  }

  /** The request may have been completed by another run, or cancelled. */
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
    const signature = await lockUncompleted(tx, payload);
    await forgetSealFailures(tx, payload);
    if (signature) return this.completion.complete(tx, signature, certificate);
    await this.deletions.add(tx, payload.organizationId, [certificate.storageKey]);
    await this.forgetSealed(tx, payload);
  }

  /** Removes the sealed documents of a request that was cancelled before completion. */
  private async forgetSealed(tx: EntityManager, payload: SignatureJobPayload): Promise<void> {
    await forgetSealFailures(tx, payload);
    const cancelled = await findCancelledRequest(tx, payload);
    if (!cancelled || cancelled.status === 'completed') return;
    await this.deletions.add(tx, payload.organizationId, await takeFiles(tx, cancelled, 'signed'));
  }
}

/** The sealed documents in order; null before they are sealed, all at once. */
function sealedIn({
  documents,
}: {
  documents: readonly { signed: SealedFile | null }[];
}): SealedFile[] | null {
  const sealed = documents.flatMap(({ signed }) => signed ?? []);
  return sealed.length === documents.length ? sealed : null;
}

const signedOf = async (tx: EntityManager, signature: Signature) =>
  (await documentsInOrder(tx, signature)).map(({ files }) => ({ signed: files.signed ?? null }));

/** The request under its row lock, or null if it was cancelled or completed by another run. */
function lockUncompleted(tx: EntityManager, payload: SignatureJobPayload): Promise<Signature | null> {
  return findLiveRequest(tx, payload, { statuses: COMPLETABLE, lock: true });
}
