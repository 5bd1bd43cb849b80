import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { FileStore } from '../../platform/storage/file-store.service.js';
import { CompletionService, type SealedDocument } from '../completion.service.js';
import { SIGNATURE_TRANSITIONS } from '../domain/signature.state.js';
import { SEAL_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { Signature } from '../signature.entity.js';
import { SignatureSealer } from '../signature-sealer.service.js';

const HOUR_SECONDS = 3_600;

/**
 * Draws every signature into the document and completes the request, once the result was opened again and found whole.
 * It is tried for about a day; what failed for good is kept with the failed jobs and never silently pending.
 */
@Injectable()
@JobHandlerFor()
export class SealSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = SEAL_JOB;
  readonly maxInflight = 2;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 30;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: SignatureSealer,
    private readonly completion: CompletionService,
    private readonly files: FileStore,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    const signature = await findOpen(this.dataSource.manager, payload);
    if (!signature) return { outcome: 'done' };
    const sealed = await this.sealer.seal(signature);
    return { outcome: 'done', commit: (tx) => this.complete(tx, payload, sealed) };
  }

  private async complete(
    tx: EntityManager,
    payload: SignatureJobPayload,
    sealed: SealedDocument,
  ): Promise<void> {
    const signature = await findOpen(tx, payload, { mode: 'pessimistic_write' });
    if (signature) await this.completion.complete(tx, signature, sealed);
    else await this.files.delete(sealed.storageKey);
  }
}

/** The request where it can still be completed: neither cancelled nor completed by another run of this job. */
async function findOpen(
  tx: EntityManager,
  { organizationId, signatureId }: SignatureJobPayload,
  lock?: { mode: 'pessimistic_write' },
): Promise<Signature | null> {
  const status = In(sourcesOf(SIGNATURE_TRANSITIONS, 'completed'));
  return tx.findOne(Signature, {
    where: { id: signatureId, organizationId, status, deletedAt: IsNull() },
    lock,
  });
}
