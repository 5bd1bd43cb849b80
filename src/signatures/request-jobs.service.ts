import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { OWN_SIGNATURE_TYPES, type SignatureStatus } from './domain/signature.state.js';
import { DISPATCH_JOB, EXPIRE_JOB, SEAL_JOB, SIGN_FIELDS_JOB } from './signature-job.kinds.js';
import { type Signature } from './signature.entity.js';
import { SignerReminders } from './signer-reminders.service.js';

/** Enqueues the timers and the work that the moves of a request bring about. */
@Injectable()
export class RequestJobs {
  constructor(
    private readonly jobs: JobQueue,
    private readonly reminders: SignerReminders,
  ) {}

  /** For a request that was scheduled: it is dispatched then, and expires at its deadline. */
  async awaitDispatch(tx: EntityManager, request: Signature): Promise<void> {
    await this.enqueue(tx, request, DISPATCH_JOB, request.scheduledDate!);
    await this.expireInTime(tx, request);
  }

  /** For a request that was sent. The deadline of a scheduled one has its timer already. */
  async awaitSignatures(tx: EntityManager, request: Signature, from: SignatureStatus): Promise<void> {
    if (from === 'draft') await this.expireInTime(tx, request);
    await this.reminders.begin(tx, request);
  }

  /** Has the document sealed and the request completed. */
  async seal(tx: EntityManager, request: Signature): Promise<void> {
    await this.enqueue(tx, request, SEAL_JOB);
  }

  /** Puts the signatures given so far into the document, where signers have certificates of their own. */
  async signFields(tx: EntityManager, request: Signature): Promise<void> {
    if (OWN_SIGNATURE_TYPES.includes(request.type)) await this.enqueue(tx, request, SIGN_FIELDS_JOB);
  }

  private async expireInTime(tx: EntityManager, request: Signature): Promise<void> {
    if (request.expiresDate !== null) await this.enqueue(tx, request, EXPIRE_JOB, request.expiresDate);
  }

  private async enqueue(
    tx: EntityManager,
    { id: signatureId, organizationId }: Signature,
    kind: string,
    runAt?: Date,
  ): Promise<void> {
    await this.jobs.enqueue(tx, { kind, payload: { organizationId, signatureId }, runAt });
  }
}
