import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MemberRecords } from '../accounts/member-records.js';
import { readActivity } from '../activity/activity.queries.js';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { ErasureActivity } from '../activity/erasure-activity.js';
import { PersonRows } from '../bulk-sends/person-rows.js';
import { refused } from '../common/errors.js';
import { Mentions } from '../common/mentions.js';
import { type PersonKey } from '../common/person-key.js';
import { emailKey, isWrittenAsEmail } from '../common/validation/email.decorator.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { PersonVerifications } from '../identity-verifications/person-verifications.js';
import { writtenAbout } from '../manual-review/review-record.queries.js';
import { findEverybody } from '../organizations/account.queries.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type FileSubject } from '../platform/storage/file-deletions.js';
import { PersonRequests } from '../signatures/retention/person-requests.js';
import { RequestErasure } from '../signatures/retention/request-erasure.js';
import { eventsNaming } from '../webhooks/person-events.queries.js';

/** What an erasure does or would do. */
export interface ErasureReport {
  /** Ids of the requests and verifications that are or would be erased. */
  requests: number[];
  verifications: number[];
  /** Ids of invitations to the organization, which are deleted. */
  invitations: number[];
  /** Rows of bulk sends that were not sent, which are emptied. */
  bulkRows: number;
  /** Requests and verifications that have not ended, which are left unchanged. */
  openRequests: number[];
  openVerifications: number[];
  /** Erased files that the storage has not deleted yet. They can no longer be read. */
  filesLeft: number;
  /** Whether the person is or was a member. An erasure leaves members' accounts and activity. */
  isMember: boolean;
}

/**
 * Exports and erases what an organization knows about a person, by email address (docs/adr/0031-erasing-people.md).
 */
@Injectable()
export class PersonalData {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly erasures: ErasureActivity,
    private readonly requests: PersonRequests,
    private readonly requestErasure: RequestErasure,
    private readonly verifications: PersonVerifications,
    private readonly members: MemberRecords,
    private readonly bulkRows: PersonRows,
  ) {}

  /**
   * Everything, as files of an archive that are read one at a time. Records who requested it and whose pictures and
   * documents it may contain, by ids only.
   * @throws AppError 400 for an invalid email address
   */
  async export(person: PersonKey, actor: Actor): Promise<AsyncGenerator<ZipEntry>> {
    const key = keyOf(person);
    const userIds = await this.membershipsOf(key);
    const requests = await this.requests.find(key, userIds);
    const verifications = await this.verifications.find(key);
    await this.activity.recordAlone({ ...actor, type: 'person_exported', data: { requests, verifications } });
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
    yield* this.members.entries(key, userIds);
    yield* this.bulkRows.entries(key);
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

  /** The requests with the names of their documents. */
  namesOf(
    organizationId: number,
    requests: readonly number[],
  ): Promise<{ id: number; documentName: string }[]> {
    return this.requests.names(organizationId, requests);
  }

  /** What `erase` would do. @throws AppError 400 for an invalid email address */
  async examine(person: PersonKey): Promise<ErasureReport> {
    const key = keyOf(person);
    const { organizationId } = key;
    return this.through(key, {
      request: (id) => this.requestErasure.examine(key, id),
      verification: async (id) => !(await this.verifications.isOpen(organizationId, id)),
      invitations: () => Promise.resolve(),
      bulkRows: () => this.bulkRows.count(key),
    });
  }

  /**
   * Erases the person, one request or verification per transaction, so the next call completes what a crash
   * interrupted. Files are deleted after the commits; this waits a few seconds for them, and the rest follow later.
   * Recorded by ids only, at the start and when the last file is gone. Idempotent.
   * @throws AppError 400 for an invalid email address
   */
  async erase(person: PersonKey, actor: Actor): Promise<ErasureReport> {
    const key = keyOf(person);
    const { organizationId } = key;
    const plan = await this.examine(person);
    const { requests, verifications, invitations, bulkRows } = plan;
    if (requests.length + verifications.length + invitations.length + bulkRows === 0) return plan;
    const data = { requests, verifications, invitations };
    await this.activity.recordAlone({ ...actor, type: 'person_erasure_begun', data });
    const report = await this.through(key, {
      request: (id) => this.requestErasure.erase(key, id),
      verification: (id) => this.verifications.erase(organizationId, id),
      invitations: () => this.members.eraseInvitations(key),
      bulkRows: () => this.bulkRows.erase(key),
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
      bulkRows: () => Promise<number>;
    },
  ): Promise<ErasureReport> {
    const isMember = (await this.membershipsOf(key)).length > 0;
    const report: ErasureReport = {
      requests: [],
      verifications: [],
      invitations: await this.members.invitations(this.dataSource.manager, key),
      openRequests: [],
      // First, so that none of them becomes a request meanwhile.
      bulkRows: await act.bulkRows(),
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
