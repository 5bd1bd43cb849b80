import { Injectable } from '@nestjs/common';
import { type ActivityFilter } from './activity.queries.js';
import { type ExportFormat, EXPORTS } from './activity-export.js';
import { ActivityLog } from './activity-log.js';
import { type Actor } from './domain/activity-event.js';

/** Exports an organization's activity log for its members, and records that. */
@Injectable()
export class ActivityExports {
  constructor(private readonly activity: ActivityLog) {}

  /**
   * All matches in chain order, in pieces of a file. The last is the export itself.
   * @param choice - how the filter was chosen, for the record
   */
  async read(
    by: Actor,
    format: ExportFormat,
    filter: ActivityFilter,
    choice: object,
  ): Promise<AsyncGenerator<string>> {
    await this.activity.recordAlone({ ...by, type: 'activity_exported', data: { format, ...choice } });
    return EXPORTS[format](this.activity.read(by.organizationId, filter));
  }
}
