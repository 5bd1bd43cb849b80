import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { refused } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue, type JobState } from '../platform/jobs/job-queue.js';
import { type SealFailureCause } from '../signatures/domain/seal-failure.js';
import { awaitedOf } from '../signatures/domain/signing-order.policy.js';
import {
  findLiveRequest,
  getLiveRequest,
  type RequestKey,
  signersOf,
} from '../signatures/live-request.queries.js';
import { recipientsOf } from '../signatures/recipients/recipient.queries.js';
import { findSealFailure } from '../signatures/seal-failures.queries.js';
import { SEAL_JOB } from '../signatures/signature-job.kinds.js';
import { COMPLETABLE } from './completion-materials.js';

/** Between two looks at a job. */
const LOOK_MS = 250;

/** `cause` is absent if no attempt has failed. */
export type SealOutcome =
  { completed: true } | { completed: false; cause?: SealFailureCause; message: string };

/** Has a document sealed at once, instead of when its job is due again. */
@Injectable()
export class SealRetries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Has a worker seal the document now.
   * @param actor - of the organization whose request it is
   * @throws AppError 404; 400 `request_closed` or `not_signed`
   */
  retry(signatureId: number, actor: Actor): Promise<void> {
    const key = { organizationId: actor.organizationId, signatureId };
    return this.transactions.run(async (tx) => {
      await assertSigned(tx, key);
      await this.jobs.runNow(tx, { kind: SEAL_JOB, payload: key });
      const subject = { kind: 'signature', id: signatureId } as const;
      await this.activity.record(tx, { ...actor, type: 'seal_retried', subject });
    });
  }

  /** Whether a worker is sealing the document, or will as soon as one is free. */
  async isUnderWay(key: RequestKey): Promise<boolean> {
    return isAtWork(await this.stateOf(key));
  }

  /**
   * As `retry`, but waits until the attempt has ended.
   * @param patienceSeconds how long to wait for a worker that begins it
   */
  async retryAndWait(signatureId: number, actor: Actor, patienceSeconds: number): Promise<SealOutcome> {
    const key = { organizationId: actor.organizationId, signatureId };
    await this.retry(signatureId, actor);
    let idleSince = performance.now();
    for (;;) {
      const state = await this.stateOf(key);
      if (!isAtWork(state)) return this.outcomeOf(key);
      // A run has a time limit of its own.
      if (state === 'running') idleSince = performance.now();
      else if (performance.now() - idleSince >= patienceSeconds * 1_000)
        return { completed: false, message: noWorker(patienceSeconds) };
      await wait(LOOK_MS);
    }
  }

  private stateOf({ organizationId, signatureId }: RequestKey): Promise<JobState | null> {
    const payload = { organizationId, signatureId };
    return this.jobs.state(this.dataSource.manager, { kind: SEAL_JOB, payload });
  }

  private async outcomeOf(key: RequestKey): Promise<SealOutcome> {
    const { manager } = this.dataSource;
    const request = await findLiveRequest(manager, key);
    if (request?.status === 'completed') return { completed: true };
    if (!request) return { completed: false, message: 'the request was cancelled' };
    const failure = await findSealFailure(manager, key);
    if (!failure) return { completed: false, message: 'the attempt was interrupted and will be repeated' };
    return { completed: false, cause: failure.cause, message: failure.message };
  }
}

const isAtWork = (state: JobState | null) => state === 'due' || state === 'running';

const noWorker = (seconds: number) =>
  `no worker has begun within ${seconds} seconds: either none is running, or all are busy. The document is sealed as soon as one is free`;

/** Locks the request, so that it is neither completed nor cancelled before the transaction ends. */
async function assertSigned(tx: EntityManager, key: RequestKey): Promise<void> {
  const request = await getLiveRequest(tx, key, { lock: true });
  if (!COMPLETABLE.includes(request.status))
    throw refused(
      'request_closed',
      `Request ${key.signatureId} is ${request.status}, so there is nothing to seal`,
    );
  const all = { signers: await signersOf(tx, request), recipients: await recipientsOf(tx, request) };
  const { signers, recipients } = awaitedOf(all);
  const missing = signers.length;
  if (missing === 0 && recipients.length > 0)
    throw refused(
      'not_signed',
      `Request ${key.signatureId} cannot be sealed yet: it waits for ${recipients.length === 1 ? '1 approver or reader' : `${recipients.length} approvers and readers`}`,
    );
  if (missing > 0)
    throw refused(
      'not_signed',
      `Request ${key.signatureId} cannot be sealed yet: ${missing === 1 ? '1 signer has' : `${missing} signers have`} not signed`,
    );
}
