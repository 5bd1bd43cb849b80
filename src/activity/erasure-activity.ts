import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { FileDeletions, type FileSubject } from '../platform/storage/file-deletions.js';
import { ActivityLog } from './activity-log.js';
import { type ActivityEntry, type ActivityType } from './domain/activity-event.js';
import {
  deletePendingErasure,
  insertPendingErasure,
  lockPendingErasures,
} from './pending-erasure.queries.js';

/** Records erasures requested by people: that one has begun, and that it is done once none of its files is left. */
@Injectable()
export class ErasureActivity implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly deletions: FileDeletions,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId, data }) => {
      if (type === 'files.deleted') await this.conclude(tx, organizationId, data);
    });
  }

  /**
   * Records `done`; or, while files of the subjects are still to be deleted, `begun` now and `done` once they are
   * gone. Other events of the organization wait for the end of `tx`, so record last.
   * @param begun null if that was recorded before
   */
  async record(
    tx: EntityManager,
    done: ActivityEntry,
    begun: ActivityType | null,
    subjects: FileSubject[],
  ): Promise<void> {
    const left = await this.deletions.lockLeft(tx, done.organizationId, subjects);
    if (left === 0) return this.activity.record(tx, done);
    await insertPendingErasure(tx, { entry: done, subjects });
    if (begun) await this.activity.record(tx, { ...done, type: begun });
  }

  /**
   * Records `done` once no file of the subjects is left, waiting a few seconds for that.
   * @returns how many files are left
   */
  async finish(done: ActivityEntry, subjects: FileSubject[]): Promise<number> {
    const { organizationId } = done;
    await this.transactions.run((tx) => this.record(tx, done, null, subjects));
    await this.deletions.hurry(organizationId);
    return this.deletions.left(organizationId, subjects);
  }

  private async conclude(tx: EntityManager, organizationId: number, subject: FileSubject): Promise<void> {
    for (const pending of await lockPendingErasures(tx, organizationId, subject)) {
      // If two transactions delete the last files of two subjects, the second to get here sees both gone.
      if ((await this.deletions.left(organizationId, pending.subjects, tx)) > 0) continue;
      await deletePendingErasure(tx, pending);
      await this.activity.record(tx, pending.entry);
    }
  }
}
