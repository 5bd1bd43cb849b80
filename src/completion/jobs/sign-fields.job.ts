import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { FieldSignatures } from '../field-signatures.service.js';
import { SIGN_FIELDS_JOB, type SignatureJobPayload } from '../../signatures/signature-job.kinds.js';
import { Signature } from '../../signatures/signature.entity.js';
import { Signer } from '../../signatures/signer.entity.js';

const HOUR_SECONDS = 3_600;

/** Puts signers' own signatures into the document as soon as they have signed. What fails here is tried again by the seal. */
@Injectable()
@JobHandlerFor()
export class SignFieldsJob implements JobHandler<SignatureJobPayload> {
  readonly kind = SIGN_FIELDS_JOB;
  readonly maxInflight = 2;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 30;

  constructor(
    private readonly dataSource: DataSource,
    private readonly fieldSignatures: FieldSignatures,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, HOUR_SECONDS);
  }

  async run({ payload: { organizationId, signatureId } }: Job<SignatureJobPayload>): Promise<JobResult> {
    const open = { id: signatureId, organizationId, status: In(OPEN_STATUSES), deletedAt: IsNull() };
    const { manager } = this.dataSource;
    const signature = await manager.findOneBy(Signature, open);
    // Once everybody has signed, the job that seals takes these steps, and two would only be in each other's way.
    const isDue =
      signature && (await manager.existsBy(Signer, { organizationId, signatureId, status: 'pending' }));
    if (isDue) await this.fieldSignatures.advance(signature);
    return { outcome: 'done' };
  }
}
