import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { UsersService } from '../organizations/users.service.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { type SealFailure } from '../signatures/domain/seal-failure.js';
import { type RequestKey } from '../signatures/live-request.queries.js';
import { findSealFailure, recordSealFailure } from '../signatures/seal-failures.queries.js';
import { SEAL_FAILED_MAIL } from '../signatures/signature-mail.kinds.js';
import { SIGNATURES } from '../signatures/signature-topic.js';

/** Enough to rule out a restart or a brief network outage; with the delays in between, about half a minute. */
const FAILURES_BEFORE_MAIL = 3;

/** Records why a document could not be sealed, and notifies the owner once. */
@Injectable()
export class SealFailures {
  constructor(
    private readonly users: UsersService,
    private readonly mails: MailQueue,
    private readonly changes: OrganizationChanges,
  ) {}

  async record(tx: EntityManager, key: RequestKey, failure: SealFailure): Promise<void> {
    const failures = await recordSealFailure(tx, key, failure);
    this.changes.mark(tx, key.organizationId, SIGNATURES);
    if (failures === FAILURES_BEFORE_MAIL) await this.notify(tx, key);
  }

  /** Records that it will not be tried again. Owners not yet notified of a failure are notified now. */
  async recordLast(tx: EntityManager, key: RequestKey, failure: SealFailure): Promise<void> {
    const { failures = 0 } = (await findSealFailure(tx, key)) ?? {};
    if (failures >= FAILURES_BEFORE_MAIL) return;
    await recordSealFailure(tx, key, failure);
    await this.notify(tx, key);
  }

  private async notify(tx: EntityManager, { organizationId, signatureId }: RequestKey): Promise<void> {
    for (const { id: userId } of await this.users.owners(tx, organizationId))
      await this.mails.enqueue(tx, { kind: SEAL_FAILED_MAIL, organizationId, ids: { signatureId, userId } });
  }
}
