import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { Transactions } from '../../platform/database/transactions.js';
import { FileStore } from '../../platform/storage/file-store.service.js';
import { CompletionCertificates, type StoredFile } from '../completion-certificates.service.js';
import { CompletionService, type SealedDocument } from '../completion.service.js';
import { SIGNATURE_TRANSITIONS } from '../../signatures/domain/signature.state.js';
import { SEAL_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { SignatureDocument } from '../../signatures/signature-document.entity.js';
import { Signature } from '../../signatures/signature.entity.js';
import { SignatureSealer } from '../signature-sealer.service.js';

const HOUR_SECONDS = 3_600;

/**
 * Seals the document, and then completes the request with a certificate of what happened; each is kept once it was opened
 * again and found whole. A run that dies between the two goes on where it was: nothing is sealed twice.
 * It is tried for about a week, so that an authority may be down over some days; `doctor` tells of it from the first failure
 * on, and what failed for good is kept with the failed jobs, never silently pending.
 */
@Injectable()
@JobHandlerFor()
export class SealSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = SEAL_JOB;
  readonly maxInflight = 2;
  readonly timeoutMs = 240_000;
  readonly maxAttempts = 175;

  constructor(
    private readonly transactions: Transactions,
    private readonly sealer: SignatureSealer,
    private readonly certificates: CompletionCertificates,
    private readonly completion: CompletionService,
    private readonly files: FileStore,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    const standing = await this.transactions.run((tx) => findOpen(tx, payload));
    if (!standing) return { outcome: 'done', commit: (tx) => this.forgetSealed(tx, payload) };
    if (!standing.isSealed) await this.seal(payload, await this.sealer.seal(standing.signature));
    const certificate = await this.certificates.make(standing.signature);
    return { outcome: 'done', commit: (tx) => this.complete(tx, payload, certificate) };
  }

  private async seal(payload: SignatureJobPayload, sealed: SealedDocument): Promise<void> {
    const isKept = await this.transactions.run(async (tx) => {
      const standing = await findOpen(tx, payload);
      if (!standing || standing.isSealed) return false;
      await this.completion.keepSealed(tx, standing.signature, sealed);
      return true;
    });
    if (isKept) return;
    await this.files.delete(sealed.storageKey);
    throw new Error('another run sealed the document, or the request was cancelled');
  }

  private async complete(
    tx: EntityManager,
    payload: SignatureJobPayload,
    certificate: StoredFile,
  ): Promise<void> {
    const standing = await findOpen(tx, payload);
    if (standing) return this.completion.complete(tx, standing.signature, certificate);
    await this.files.delete(certificate.storageKey);
    await this.forgetSealed(tx, payload);
  }

  /** Of a request that was cancelled after its document was sealed, the sealed document is not kept. */
  private async forgetSealed(
    tx: EntityManager,
    { organizationId, signatureId: id }: SignatureJobPayload,
  ): Promise<void> {
    const cancelled = { id, organizationId, status: Not('completed' as const), deletedAt: Not(IsNull()) };
    if (!(await tx.existsBy(Signature, cancelled))) return;
    // The file goes with the next sweep, as every file of no row does.
    await tx.delete(SignatureDocument, { signatureId: id, organizationId, kind: 'signed' });
  }
}

/** Under its row lock: the request where it can still be completed, neither cancelled nor completed by another run of this job. */
async function findOpen(
  tx: EntityManager,
  { organizationId, signatureId }: SignatureJobPayload,
): Promise<{ signature: Signature; isSealed: boolean } | null> {
  const status = In(sourcesOf(SIGNATURE_TRANSITIONS, 'completed'));
  const signature = await tx.findOne(Signature, {
    where: { id: signatureId, organizationId, status, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!signature) return null;
  const isSealed = await tx.existsBy(SignatureDocument, { signatureId, organizationId, kind: 'signed' });
  return { signature, isSealed };
}
