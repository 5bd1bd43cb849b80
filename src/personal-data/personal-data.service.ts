import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { ErasureActivity } from '../activity/erasure-activity.service.js';
import { readActivity } from '../activity/activity.queries.js';
import { type ActivityEntry, type Actor } from '../activity/domain/activity-event.js';
import { Mentions } from '../common/mentions.js';
import { refused } from '../common/errors.js';
import { emailKey, isWrittenAsEmail } from '../common/validation/email.decorator.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { PersonVerifications } from '../identity-verifications/person-verifications.service.js';
import { findEverybody } from '../organizations/account.queries.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { type FileSubject } from '../platform/storage/file-deletions.service.js';
import { PersonRequests } from '../signatures/person-requests.service.js';
import { RequestErasure } from '../signatures/request-erasure.service.js';
import { writtenAbout } from '../manual-review/review-record.queries.js';
import { eventsNaming } from '../webhooks/person-events.queries.js';
import { MemberSource, type PersonKey } from './member-source.service.js';

/** What an erasure did, or would do. */
export interface ErasureReport {
  /** Ids of the requests and verifications that were erased, or would be. */
  requests: number[];
  verifications: number[];
  /** Ids of invitations to the organization, which are deleted. */
  invitations: number[];
  /** Those that have not ended, of which nothing is erased. */
  openRequests: number[];
  openVerifications: number[];
  /** Files of what was erased that the storage has not deleted yet. Nobody can read them any longer. */
  filesLeft: number;
  /** Whether the person is or was a member, whose account and activity an erasure leaves. */
  isMember: boolean;
}

/** What an organization knows about a person, by email address, and its erasure (docs/adr/0031-erasing-people.md). */
@Injectable()
export class PersonalData {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly erasures: ErasureActivity,
    private readonly requests: PersonRequests,
    private readonly requestErasure: RequestErasure,
    private readonly verifications: PersonVerifications,
    private readonly members: MemberSource,
  ) {}

  /**
   * Everything, as files of an archive that are read one at a time. It is recorded who asked for it, and whose pictures and
   * documents may be in it, by ids only.
   * @throws AppError 400 for what is no email address
   */
  async export(person: PersonKey, actor: Actor): Promise<AsyncGenerator<ZipEntry>> {
    const key = keyOf(person);
    const userIds = await this.membershipsOf(key);
    const requests = await this.requests.find(key, userIds);
    const verifications = await this.verifications.find(key);
    await this.record({ ...actor, type: 'person_exported', data: { requests, verifications } });
    const { manager } = this.dataSource;
    const { id, name } = await getOrganization(manager, key.organizationId);
    const madeAt = await databaseTime(manager);
    const about = { email: person.email.trim(), organization: { id, name }, madeAt, userIds };
    return this.entries(key, userIds, { name: 'about.json', bytes: json(about), changedAt: madeAt });
  }

  private async *entries(
    key: PersonKey,
    userIds: readonly number[],
    about: ZipEntry,
  ): AsyncGenerator<ZipEntry> {
    const { organizationId, email } = key;
    const { manager } = this.dataSource;
    yield about;
    yield* this.requests.entries(key, userIds);
    yield* this.verifications.entries(key);
    for (const verificationId of await this.verifications.find(key)) {
      const written = await writtenAbout(manager, { organizationId, verificationId });
      const name = `verifications/${verificationId}/reviews.json`;
      if (written.notes.length + written.votes.length > 0)
        yield { name, bytes: json(written), changedAt: about.changedAt };
    }
    yield* this.members.records.entries(key, userIds);
    const words = new Mentions([email]);
    for await (const { seq, body, createdAt: changedAt } of eventsNaming(manager, organizationId, email))
      if (words.isIn(JSON.parse(body)))
        yield { name: `webhooks/${seq}.json`, bytes: Buffer.from(`${body}\n`), changedAt };
    for (const userId of userIds)
      for await (const batch of readActivity(manager, organizationId, { userId })) {
        const name = `activity/${userId}-${batch[0]!.number}.json`;
        yield { name, bytes: json(batch), changedAt: about.changedAt };
      }
  }

  /** What `erase` would do. @throws AppError 400 for what is no email address */
  async examine(person: PersonKey): Promise<ErasureReport> {
    const key = keyOf(person);
    const { organizationId } = key;
    return this.through(key, {
      request: (id) => this.requestErasure.examine(key, id),
      verification: async (id) => !(await this.verifications.isOpen(organizationId, id)),
      invitations: () => Promise.resolve(),
    });
  }

  /**
   * Erases the person, one request or verification at a time, each in a transaction of its own: what a crash interrupted
   * the next call completes. Files are deleted after the commits, and waited for a few seconds; what is left then follows by
   * itself. By ids only, it is recorded before, and again when the last file is gone. Idempotent.
   * @throws AppError 400 for what is no email address
   */
  async erase(person: PersonKey, actor: Actor): Promise<ErasureReport> {
    const key = keyOf(person);
    const { organizationId } = key;
    const plan = await this.examine(person);
    const { requests, verifications, invitations } = plan;
    if (requests.length + verifications.length + invitations.length === 0) return plan;
    const data = { requests, verifications, invitations };
    await this.record({ ...actor, type: 'person_erasure_begun', data });
    const report = await this.through(key, {
      request: (id) => this.requestErasure.erase(key, id),
      verification: (id) => this.verifications.erase(organizationId, id),
      invitations: () => this.members.records.eraseInvitations(key),
    });
    const subjects: FileSubject[] = [
      ...report.requests.map((id) => ({ kind: 'signature', id }) as const),
      ...report.verifications.map((id) => ({ kind: 'identity_verification', id }) as const),
    ];
    const filesLeft = await this.erasures.finish({ ...actor, type: 'person_erased', data }, subjects);
    return { ...report, filesLeft };
  }

  private async through(
    key: PersonKey,
    act: {
      request: (id: number) => ReturnType<RequestErasure['erase']>;
      verification: (id: number) => Promise<boolean>;
      invitations: () => Promise<void>;
    },
  ): Promise<ErasureReport> {
    const isMember = (await this.membershipsOf(key)).length > 0;
    const report: ErasureReport = {
      requests: [],
      verifications: [],
      invitations: await this.members.records.invitations(this.dataSource.manager, key),
      openRequests: [],
      openVerifications: [],
      filesLeft: 0,
      isMember,
    };
    await act.invitations();
    for (const id of await this.verifications.find(key))
      report[(await act.verification(id)) ? 'verifications' : 'openVerifications'].push(id);
    for (const id of await this.requestErasure.candidates(key)) {
      const outcome = await act.request(id);
      if (outcome !== 'none') report[outcome === 'open' ? 'openRequests' : 'requests'].push(id);
    }
    return report;
  }

  private record(entry: ActivityEntry): Promise<void> {
    return this.transactions.run((tx) => this.activity.record(tx, entry));
  }

  private async membershipsOf({ organizationId, email }: PersonKey): Promise<number[]> {
    const everybody = await findEverybody(this.dataSource.manager, organizationId);
    return everybody.filter((user) => emailKey(user.email) === email).map(({ id }) => id);
  }
}

function keyOf({ organizationId, email }: PersonKey): PersonKey {
  const key = emailKey(email);
  if (!isWrittenAsEmail(key)) throw refused('invalid_email', 'email must be an email address');
  return { organizationId, email: key };
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
