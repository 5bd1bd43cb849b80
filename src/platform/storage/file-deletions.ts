import './file.events.js';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isStorageLost } from '../../common/outages.js';
import { Transactions } from '../database/transactions.js';
import { EventBus } from '../events/event-bus.js';
import { JobQueue } from '../jobs/job-queue.js';
import {
  countDeletions,
  dueDeletions,
  type FileSubject,
  listDeletions,
  lockDeletions,
  neglectedOrganizations,
  postponeDeletions,
  strikeDeletions,
  subjectsOf,
} from './file-deletion.queries.js';
import { FileStore } from './file-store.js';

export { type FileSubject };
export const DELETE_FILES_JOB = 'files.delete';

export type DeleteFilesJobPayload = { organizationId: number };

/** Concurrent deletions, which are also removed from the list together. */
const AT_ONCE = 8;
const GROUP = 64;
/** Time until files that could not be deleted are retried; doubles with each failure, up to an hour. */
const AFTER_FAILURE = { seconds: 15, failures: 1 } as const;
/** While a backup is listing all files. */
const WHILE_HELD = { seconds: 30, failures: 0 } as const;
const PATIENCE_MS = 8_000;
/** By then a due list is not being processed: its job was given up, or its process ran a version without lists. */
const NEGLECTED_AFTER = '5 minutes';

/** The outcome for a group of files. */
interface Outcome {
  deleted: string[];
  held: string[];
  failed: string[];
  error?: unknown;
}

/**
 * The list of files to be deleted. It is written in the transaction that deletes their rows, and processed after the
 * commit until it is empty, however long the storage takes.
 */
@Injectable()
export class FileDeletions {
  private readonly logger = new Logger(FileDeletions.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly jobs: JobQueue,
    private readonly events: EventBus,
  ) {}

  /**
   * Has files deleted after the commit of `tx`, a transaction of `Transactions.run`. `files.deleted` is published for
   * their subjects once the last file is gone, which is at once if there are none.
   */
  async add(
    tx: EntityManager,
    organizationId: number,
    keys: readonly string[],
    of?: FileSubject,
  ): Promise<void> {
    if (keys.length > 0) {
      await listDeletions(tx, organizationId, keys, of);
      await this.enqueue(tx, organizationId);
    }
    if (of && (await lockDeletions(tx, organizationId, [of])) === 0)
      await this.announce(tx, organizationId, of);
  }

  /** How many files of these subjects still exist. */
  left(
    organizationId: number,
    subjects: readonly FileSubject[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<number> {
    return countDeletions(manager, organizationId, subjects);
  }

  /** The same; until the end of `tx` no file of theirs can be removed from the list. */
  lockLeft(tx: EntityManager, organizationId: number, subjects: readonly FileSubject[]): Promise<number> {
    return lockDeletions(tx, organizationId, subjects);
  }

  /**
   * Deletes an organization's due files, trying each once, until none is due or `goesOn` returns false. Deleted files
   * are removed from the list group by group.
   */
  async workOff(organizationId: number, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const due = await dueDeletions(this.dataSource.manager, organizationId, GROUP);
      if (due.length === 0) return;
      await this.conclude(organizationId, await this.deleteGroup(due, goesOn));
    }
  }

  /** The same for a caller who waits, for a few seconds. */
  async hurry(organizationId: number): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    await this.workOff(organizationId, () => performance.now() < end);
  }

  /** Gives another job to lists that are due but not being processed. */
  async resume(): Promise<void> {
    const neglected = await neglectedOrganizations(this.dataSource.manager, NEGLECTED_AFTER);
    if (neglected.length === 0) return;
    await this.transactions.run(async (tx) => {
      for (const organizationId of neglected) await this.enqueue(tx, organizationId);
    });
  }

  private async deleteGroup(keys: readonly string[], goesOn: () => boolean): Promise<Outcome> {
    const outcome: Outcome = { deleted: [], held: [], failed: [] };
    for (let from = 0; from < keys.length && goesOn(); from += AT_ONCE) {
      if (outcome.held.length > 0 || isStorageLost(outcome.error)) break;
      await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => this.deleteOne(key, outcome)));
    }
    return outcome;
  }

  private async deleteOne(key: string, outcome: Outcome): Promise<void> {
    try {
      outcome[(await this.files.delete(key)) ? 'deleted' : 'held'].push(key);
    } catch (error) {
      outcome.failed.push(key);
      outcome.error = error;
    }
  }

  private conclude(organizationId: number, { deleted, held, failed, error }: Outcome): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (deleted.length > 0) await this.strike(tx, organizationId, deleted);
      // All due files wait for the same storage or backup.
      if (held.length > 0) await this.postpone(tx, organizationId, null, WHILE_HELD);
      else if (failed.length > 0)
        await this.postpone(tx, organizationId, isStorageLost(error) ? null : failed, AFTER_FAILURE, error);
    });
  }

  private async strike(tx: EntityManager, organizationId: number, keys: readonly string[]): Promise<void> {
    const subjects = await subjectsOf(tx, organizationId, keys);
    for (const subject of subjects) await lockDeletions(tx, organizationId, [subject]);
    await strikeDeletions(tx, organizationId, keys);
    for (const subject of subjects)
      if ((await countDeletions(tx, organizationId, [subject])) === 0)
        await this.announce(tx, organizationId, subject);
  }

  private async postpone(
    tx: EntityManager,
    organizationId: number,
    keys: readonly string[] | null,
    delay: Parameters<typeof postponeDeletions>[3],
    error?: unknown,
  ): Promise<void> {
    const { dueAt, files } = await postponeDeletions(tx, organizationId, keys, delay);
    if (!dueAt) return;
    await this.enqueue(tx, organizationId, dueAt);
    const { code, name } = (error ?? {}) as NodeJS.ErrnoException;
    const why = error === undefined ? 'a backup is running' : (code ?? name);
    const at = dueAt.toISOString();
    this.logger.warn(
      `Deleting files of organization ${organizationId} continues at ${at}: ${files} are left (${why})`,
    );
  }

  private enqueue(tx: EntityManager, organizationId: number, runAt?: Date): Promise<void> {
    const payload: DeleteFilesJobPayload = { organizationId };
    return this.jobs.enqueue(tx, { kind: DELETE_FILES_JOB, payload, runAt });
  }

  private announce(tx: EntityManager, organizationId: number, data: FileSubject): Promise<void> {
    return this.events.publish(tx, { type: 'files.deleted', organizationId, data });
  }
}
