import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { refused } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { forgetFailedJobs } from '../platform/jobs/job-state.queries.js';
import { SIGNATURE_TRANSITIONS } from '../signatures/domain/signature.state.js';
import { type SealFailure } from '../signatures/domain/seal-failure.js';
import { sourcesOf } from '../common/transitions.js';
import {
  findLiveRequest,
  getLiveRequest,
  type RequestKey,
  signersOf,
} from '../signatures/live-request.queries.js';
import { findSealFailure } from '../signatures/seal-failures.queries.js';
import { SEAL_JOB } from '../signatures/signature-job.kinds.js';
import { SealSignatureJob } from './jobs/seal-signature.job.js';

/** Seals a document at once, instead of when its job is due again. */
@Injectable()
export class SealRetries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly job: SealSignatureJob,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * @param actor - of the organization whose request it is
   * @returns null if the request is completed now, otherwise why it is not
   * @throws AppError 404; 400 `request_closed` or `not_signed`
   */
  async retry(signatureId: number, actor: Actor): Promise<SealFailure | null> {
    const key = { organizationId: actor.organizationId, signatureId };
    await this.assertSigned(key);
    const { signal } = new AbortController();
    const result = await this.job.run({ id: 0, kind: SEAL_JOB, attempt: 1, payload: key }, signal);
    await this.transactions.run(async (tx) => {
      await result.commit?.(tx);
      const completed = result.outcome === 'done';
      if (completed) await forgetFailedJobs(tx, SEAL_JOB, key);
      const subject = { kind: 'signature', id: signatureId } as const;
      await this.activity.record(tx, { ...actor, type: 'seal_retried', subject, data: { completed } });
    });
    // The service may have completed it meanwhile, which leaves no failure.
    return result.outcome === 'done' ? null : findSealFailure(this.dataSource.manager, key);
  }

  private async assertSigned(key: RequestKey): Promise<void> {
    const { manager } = this.dataSource;
    const request = await getLiveRequest(manager, key);
    const statuses = sourcesOf(SIGNATURE_TRANSITIONS, 'completed');
    if (!(await findLiveRequest(manager, key, { statuses })))
      throw refused(
        'request_closed',
        `Request ${key.signatureId} is ${request.status}, so there is nothing to seal`,
      );
    const missing = (await signersOf(manager, request)).filter(({ status }) => status !== 'signed').length;
    if (missing > 0)
      throw refused(
        'not_signed',
        `Request ${key.signatureId} cannot be sealed yet: ${missing === 1 ? '1 signer has' : `${missing} signers have`} not signed`,
      );
  }
}
