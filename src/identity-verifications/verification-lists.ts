import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { type Count, toCount } from '../common/count.js';
import { type Place } from '../common/keyset.js';
import { type VerificationState } from './domain/verification.state.js';
import {
  type BrowsedVerification,
  browseVerifications,
  countStates,
  countVerifications,
  type VerificationSearch,
} from './verification-browsing.queries.js';
import { verificationsCsv } from './verifications-export.js';

export { type BrowsedVerification };

/** Lists an organization's verifications for its members. */
@Injectable()
export class VerificationLists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  /** Newest first, from the beginning or after a place, with the total number of matches, counted up to `most`. */
  async search(
    search: VerificationSearch,
    { before, limit }: { before: Place | undefined; limit: number },
    most: number,
  ): Promise<{ rows: BrowsedVerification[]; matches: Count }> {
    const { manager } = this.dataSource;
    const [rows, counted] = await Promise.all([
      browseVerifications(manager, search, before, limit),
      countVerifications(manager, search, most + 1),
    ]);
    return { rows, matches: toCount(counted, most) };
  }

  /** The number of verifications in each state and in all, counted up to `most`. */
  async countStates(organizationId: number, most: number): Promise<Record<VerificationState | 'all', Count>> {
    const rows = await countStates(this.dataSource.manager, organizationId, most + 1);
    const counts = rows.map(({ state, found }) => [state, toCount(found, most)]);
    return Object.fromEntries(counts) as Record<VerificationState | 'all', Count>;
  }

  /**
   * All matches as CSV, in chunks. Records the export.
   * @param filters - the names of the fields that the search uses, for the record
   */
  async csv(
    by: Actor,
    search: VerificationSearch,
    filters: readonly string[],
  ): Promise<AsyncGenerator<string>> {
    await this.activity.recordAlone({ ...by, type: 'verifications_exported', data: { filters } });
    return verificationsCsv(this.dataSource.manager, search);
  }
}
