import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type EntityManager } from 'typeorm';
import { oldApiKeys } from '../organizations/api-key.queries.js';
import { organizationIds } from '../organizations/organization.queries.js';
import { endingCertificates } from '../pdf-signatures/organization-certificate.queries.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.js';
import { Settings } from '../platform/config/settings.js';
import { tryAdvisoryLock } from '../platform/database/advisory-locks.js';
import { isWithinDays } from '../platform/database/database-time.js';
import { DatabaseWatch } from '../platform/database/database-watch.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  claimLastingDisruptions,
  type PastDisruption,
  takePastDisruptions,
} from '../platform/disruptions/disruption.queries.js';
import { isToldWhenOver, TOLD_AFTER_MINUTES } from './domain/telling.policy.js';
import {
  API_KEY_OLD_MAIL,
  ENDPOINT_FAILING_MAIL,
  ENDPOINT_WORKS_MAIL,
  KEY_ENDS_MAIL,
  MAIL_WORKS_MAIL,
} from './owner-mail.kinds.js';
import { OwnerMails } from './owner-mails.js';
import { claimNotices, type OwnerNotice } from './owner-notice.queries.js';

const LOOK_MS = 5 * 60_000;
/** Any fixed number. Only the process with this lock checks. */
const LOOK_LOCK = 7_205_761;
/** How many days before a key expires owners are notified. */
const KEY_DAYS = 30;
/** The subject of a notice about the key of SEAL_P12, by its expiry day. */
const configuredSubject = (notAfter: Date) => `configured/${notAfter.toISOString().slice(0, 10)}`;

/** Watches for what owners must know, and notifies each owner once. */
@Injectable()
export class OwnerWatch {
  private readonly logger = new Logger(OwnerWatch.name);

  constructor(
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly keys: OrganizationKeys,
    private readonly mails: OwnerMails,
    private readonly database: DatabaseWatch,
  ) {}

  @Interval('oversight.look', LOOK_MS)
  async checkRegularly(): Promise<void> {
    if (!this.settings.runsJobs) return;
    // The next check will find the same.
    await this.check().catch((error: Error) => {
      if (!this.database.report(error))
        this.logger.warn(`Looking for notices to owners failed: ${error.message}`);
    });
  }

  /** Queues the mails that are due, and records it in the same transaction. */
  check(): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await tryAdvisoryLock(tx, LOOK_LOCK))) return;
      await this.notifyOfDisruptions(tx);
      await this.notifyOfKeys(tx);
      await this.notifyOfApiKeys(tx);
    });
  }

  private async notifyOfDisruptions(tx: EntityManager): Promise<void> {
    const lasting = await claimLastingDisruptions(tx, 'endpoint', TOLD_AFTER_MINUTES);
    for (const { organizationId, beganAt, subject: endpointId } of lasting)
      await this.mails.enqueue(tx, ENDPOINT_FAILING_MAIL, organizationId, {
        since: beganAt.toISOString(),
        endpointId,
      });
    for (const past of await takePastDisruptions(tx))
      if (isToldWhenOver(past)) await this.notifyEnded(tx, past);
  }

  private notifyEnded(
    tx: EntityManager,
    { organizationId, what, subject, beganAt, endedAt }: PastDisruption,
  ): Promise<void> {
    const ids = { since: beganAt.toISOString(), until: endedAt.toISOString() };
    return what === 'mail'
      ? this.mails.enqueue(tx, MAIL_WORKS_MAIL, organizationId, ids)
      : this.mails.enqueue(tx, ENDPOINT_WORKS_MAIL, organizationId, { ...ids, endpointId: subject });
  }

  private async notifyOfKeys(tx: EntityManager): Promise<void> {
    const own = await endingCertificates(tx, KEY_DAYS, { isSealOwn: !this.settings.sealP12 });
    const due = own.map(({ organizationId, id }) => ({ organizationId, subject: String(id) }));
    due.push(...(await this.configuredKeyEnds(tx)));
    for (const { organizationId, subject } of await claimNotices(tx, 'key_ends', due))
      await this.mails.enqueue(tx, KEY_ENDS_MAIL, organizationId, { key: subject });
  }

  /** The key of SEAL_P12 seals for all organizations. */
  private async configuredKeyEnds(tx: EntityManager): Promise<OwnerNotice[]> {
    const notAfter = this.keys.configuredKeyEnd();
    if (!notAfter || !(await isWithinDays(tx, notAfter, KEY_DAYS))) return [];
    const subject = configuredSubject(notAfter);
    return (await organizationIds(tx)).map((organizationId) => ({ organizationId, subject }));
  }

  private async notifyOfApiKeys(tx: EntityManager): Promise<void> {
    const due = (await oldApiKeys(tx)).map(({ id, organizationId, periods }) => ({
      organizationId,
      subject: `${id}/${periods}`,
    }));
    for (const { organizationId, subject } of await claimNotices(tx, 'api_key_old', due))
      await this.mails.enqueue(tx, API_KEY_OLD_MAIL, organizationId, {
        apiKeyId: Number(subject.split('/')[0]),
      });
  }
}
