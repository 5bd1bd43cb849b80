import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { OWN_SIGNATURE_TYPES, type SignatureStatus } from '../domain/signature.state.js';
import { type Signature } from '../signature.entity.js';
import { DISPATCH_JOB, EXPIRE_JOB, SEAL_JOB, SIGN_FIELDS_JOB } from '../signature-job.kinds.js';
import { SignerReminders } from '../signers/internal/signer-reminders.js';

/** Enqueues the timers and jobs that result from a request's moves. */
@Injectable()
export class RequestJobs {
  constructor(
    private readonly jobs: JobQueue,
    private readonly reminders: SignerReminders,
  ) {}

  /** Sets the timers of a scheduled request: dispatch and expiry. */
  async awaitDispatch(tx: EntityManager, request: Signature): Promise<void> {
    await this.enqueue(tx, request, DISPATCH_JOB, request.scheduledDate!);
    await this.expireInTime(tx, request);
  }

  /** Sets the timers of a sent request: reminders and, unless scheduling already did, expiry. */
  async awaitSignatures(tx: EntityManager, request: Signature, from: SignatureStatus): Promise<void> {
    if (from === 'draft') await this.expireInTime(tx, request);
    await this.reminders.begin(tx, request);
  }

  /** Queues sealing, which also completes the request. */
  async seal(tx: EntityManager, request: Signature): Promise<void> {
    await this.enqueue(tx, request, SEAL_JOB);
  }

  /** Adds the signatures given so far to the document if each signer has their own certificate. */
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
