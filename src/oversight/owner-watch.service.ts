import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type EntityManager } from 'typeorm';
import { oldApiKeys } from '../organizations/api-key.queries.js';
import { organizationIds } from '../organizations/organization.queries.js';
import { endingCertificates } from '../pdf-signatures/organization-certificate.queries.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.service.js';
import { Settings } from '../platform/config/settings.js';
import { DatabaseWatch } from '../platform/database/database-watch.service.js';
import { tryAdvisoryLock } from '../platform/database/advisory-locks.js';
import { isWithinDays } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  type PastDisruption,
  takePastDisruptions,
  tellOfDisruptions,
} from '../platform/disruptions/disruption.queries.js';
import { isToldWhenOver, TOLD_AFTER_MINUTES } from './domain/telling.policy.js';
import {
  API_KEY_OLD_MAIL,
  ENDPOINT_FAILING_MAIL,
  ENDPOINT_WORKS_MAIL,
  KEY_ENDS_MAIL,
  MAIL_WORKS_MAIL,
} from './owner-mail.kinds.js';
import { OwnerMails } from './owner-mails.service.js';
import { claimNotices, type OwnerNotice } from './owner-notice.queries.js';

const LOOK_MS = 5 * 60_000;
/** Any fixed number. Of several processes that look at the same time, the one with this lock does. */
const LOOK_LOCK = 7_205_761;
/** How long before a key expires owners are told. */
const KEY_DAYS = 30;
/** The subject of a notice about the key of SEAL_P12, by the day on which it ends. */
const configuredSubject = (notAfter: Date) => `configured/${notAfter.toISOString().slice(0, 10)}`;

/** Looks for what owners must know of before they ask, and tells each owner once. */
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
  async lookRegularly(): Promise<void> {
    if (!this.settings.runsJobs) return;
    // The next look finds the same.
    await this.look().catch((error: Error) => {
      if (!this.database.report(error)) this.logger.warn(`Looking failed: ${error.message}`);
    });
  }

  /** Queues the mails that are due, together with the note that they were. */
  look(): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await tryAdvisoryLock(tx, LOOK_LOCK))) return;
      await this.tellOfDisruptions(tx);
      await this.tellOfKeys(tx);
      await this.tellOfApiKeys(tx);
    });
  }

  private async tellOfDisruptions(tx: EntityManager): Promise<void> {
    const lasting = await tellOfDisruptions(tx, 'endpoint', TOLD_AFTER_MINUTES);
    for (const { organizationId, beganAt, subject: endpointId } of lasting)
      await this.mails.tell(tx, ENDPOINT_FAILING_MAIL, organizationId, {
        since: beganAt.toISOString(),
        endpointId,
      });
    for (const past of await takePastDisruptions(tx)) if (isToldWhenOver(past)) await this.tellOver(tx, past);
  }

  private tellOver(
    tx: EntityManager,
    { organizationId, what, subject, beganAt, endedAt }: PastDisruption,
  ): Promise<void> {
    const ids = { since: beganAt.toISOString(), until: endedAt.toISOString() };
    return what === 'mail'
      ? this.mails.tell(tx, MAIL_WORKS_MAIL, organizationId, ids)
      : this.mails.tell(tx, ENDPOINT_WORKS_MAIL, organizationId, { ...ids, endpointId: subject });
  }

  private async tellOfKeys(tx: EntityManager): Promise<void> {
    const own = await endingCertificates(tx, KEY_DAYS, { isSealOwn: !this.settings.sealP12 });
    const due = own.map(({ organizationId, id }) => ({ organizationId, subject: String(id) }));
    due.push(...(await this.configuredKeyEnds(tx)));
    for (const { organizationId, subject } of await claimNotices(tx, 'key_ends', due))
      await this.mails.tell(tx, KEY_ENDS_MAIL, organizationId, { key: subject });
  }

  /** The key of SEAL_P12 seals for all organizations. */
  private async configuredKeyEnds(tx: EntityManager): Promise<OwnerNotice[]> {
    const notAfter = this.keys.configuredKeyEnd();
    if (!notAfter || !(await isWithinDays(tx, notAfter, KEY_DAYS))) return [];
    const subject = configuredSubject(notAfter);
    return (await organizationIds(tx)).map((organizationId) => ({ organizationId, subject }));
  }

  private async tellOfApiKeys(tx: EntityManager): Promise<void> {
    const due = (await oldApiKeys(tx)).map(({ id, organizationId, periods }) => ({
      organizationId,
      subject: `${id}/${periods}`,
    }));
    for (const { organizationId, subject } of await claimNotices(tx, 'api_key_old', due))
      await this.mails.tell(tx, API_KEY_OLD_MAIL, organizationId, {
        apiKeyId: Number(subject.split('/')[0]),
      });
  }
}
