import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ChainVerdict, ChainVerifier, hashOfFacts } from '../audit-chain/hash-chain.js';
import { Admission } from '../common/admission.js';
import { type Count, toCount } from '../common/count.js';
import { findMemberships, type Membership } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  type ActivityFilter,
  browseActivity,
  countActivity,
  findLooks,
  insertActivity,
  isRecentActivity,
  type ListedActivity,
  lockActivityHead,
  type Looks,
  readActivity,
} from './activity.queries.js';
import { ACTIVITY_CHAIN, type ActivityEntry, type SubjectKind } from './domain/activity-event.js';

/** Identifies an event of a chain. */
export interface EventKey {
  organizationId: number;
  number: number;
}

export interface ActivityVerdict extends ChainVerdict {
  events: number;
}

/** A check reads everything ever recorded. */
const CHECKS = { total: 4, perKey: 1 };

/** The audit log of people's actions, written in the same transaction as what it records. */
@Injectable()
export class ActivityLog {
  private readonly checks = new Admission(CHECKS, 'checks of activity');

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Adds the next event to the organization's chain. Other events of the organization wait for the end of `tx`, so
   * record last.
   * @throws TypeError if `data` is not JSON
   */
  async record(tx: EntityManager, entry: ActivityEntry): Promise<void> {
    await this.recordEvent(tx, entry);
  }

  /** The same, unless the member did the same to the same subject within the last hour. */
  async recordHourly(tx: EntityManager, entry: ActivityEntry): Promise<void> {
    if (!(await isRecentActivity(tx, entry))) await this.record(tx, entry);
  }

  /** The same, for an action that changes nothing else. */
  recordAlone(entry: ActivityEntry): Promise<void> {
    return this.transactions.run((tx) => this.record(tx, entry));
  }

  /** The same, for callers that refer to the event. @returns its key */
  async recordEvent(tx: EntityManager, entry: ActivityEntry): Promise<EventKey> {
    const { organizationId, userId, address, type, subject, data = {} } = entry;
    const head = await lockActivityHead(tx, organizationId);
    const facts = {
      organizationId,
      userId,
      address,
      type,
      subjectKind: subject?.kind ?? null,
      subjectId: subject?.id ?? null,
      data,
      number: (head.number ?? 0) + 1,
      previous: head.hash,
      createdAt: head.now.toISOString(),
    };
    await insertActivity(tx, { ...facts, hash: hashOfFacts(ACTIVITY_CHAIN.factsOf(facts)) });
    return { organizationId, number: facts.number };
  }

  /**
   * Records an action on a whole account, such as its password, in each of its organizations.
   * @returns the events, the oldest organization's first
   */
  async recordEverywhere(
    tx: EntityManager,
    accountId: number,
    describe: (member: Membership) => Omit<ActivityEntry, 'organizationId'>,
  ): Promise<EventKey[]> {
    const members = await findMemberships(tx, accountId);
    const events: EventKey[] = [];
    // Always in the same order, so that two accounts of the same organizations do not wait for each other.
    for (const member of members.sort((a, b) => a.organizationId - b.organizationId))
      events.push(await this.recordEvent(tx, { ...describe(member), organizationId: member.organizationId }));
    return events;
  }

  /** Runs `work`, and commits its changes in `Transactions.run` together with the event. */
  recordWith<Result>(
    work: () => Promise<Result>,
    describe: (result: Result, tx: EntityManager) => ActivityEntry | Promise<ActivityEntry>,
  ): Promise<Result> {
    return this.transactions.hold(work, async (tx, result) => this.record(tx, await describe(result, tx)));
  }

  /** Up to `limit` events, newest first. @param before - number of the event that follows them */
  browse(
    organizationId: number,
    range: ActivityFilter & { before?: number; limit: number },
  ): Promise<ListedActivity[]> {
    return browseActivity(this.dataSource.manager, organizationId, range);
  }

  /** Who looked at the pictures of a verification. @param pictureIds - of its photos and frames */
  findLooks(organizationId: number, verificationId: number, pictureIds: readonly number[]): Promise<Looks[]> {
    return findLooks(this.dataSource.manager, organizationId, verificationId, pictureIds);
  }

  /** The number of events about each kind of subject and of all, counted up to `most`. */
  async count(organizationId: number, most: number): Promise<Record<SubjectKind | 'all', Count>> {
    const rows = await countActivity(this.dataSource.manager, organizationId, most + 1);
    const counts = rows.map(({ kind, found }) => [kind, toCount(found, most)] as const);
    return Object.fromEntries(counts) as Record<SubjectKind | 'all', Count>;
  }

  /** All events from the first on, a few hundred at a time. */
  read(organizationId: number, filter?: ActivityFilter): AsyncGenerator<ListedActivity[]> {
    return readActivity(this.dataSource.manager, organizationId, filter);
  }

  /**
   * Verifies the organization's whole chain. An empty one is not whole.
   * @throws AppError 429 or 503 if too many are being verified
   */
  verify(organizationId: number): Promise<ActivityVerdict> {
    return this.checks.run(String(organizationId), async () => {
      const verifier = new ChainVerifier(ACTIVITY_CHAIN);
      for await (const batch of this.read(organizationId)) for (const event of batch) verifier.add(event);
      return { events: verifier.count, ...verifier.verdict };
    });
  }
}
