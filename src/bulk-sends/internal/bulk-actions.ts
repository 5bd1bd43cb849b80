import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { type Caller } from '../../auth/principal.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.js';
import { type BulkKey } from '../bulk-send.queries.js';
import { BULK_SENDS } from '../bulk-topic.js';

/** Records what is done to bulk sends, by members and with API keys: they have no trail of their own. */
@Injectable()
export class BulkActions {
  constructor(
    private readonly activity: ActivityLog,
    private readonly changes: OrganizationChanges,
  ) {}

  /** Records an action at the end of its transaction. @param data - numbers and codes only */
  async record(
    tx: EntityManager,
    { organizationId, userId, apiKeyId, ip: address }: Caller,
    type: ActivityType,
    bulkSendId: number,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    this.changes.mark(tx, organizationId, BULK_SENDS);
    await this.activity.record(tx, {
      ...{ organizationId, userId, address, type },
      subject: { kind: 'bulk_send', id: bulkSendId },
      data: { ...data, ...(apiKeyId !== undefined && { apiKeyId }) },
    });
  }

  /** Records that somebody took a report with them. */
  async recordReport(
    { organizationId, userId, ip: address }: Caller,
    bulkSendId: number,
    report: 'errors' | 'results',
  ): Promise<void> {
    await this.activity.recordAlone({
      ...{ organizationId, userId, address, type: 'bulk_report_downloaded' },
      subject: { kind: 'bulk_send', id: bulkSendId },
      data: { report },
    });
  }

  /** Tells open pages that a bulk send went on. */
  mark(tx: EntityManager, { organizationId }: BulkKey): void {
    this.changes.mark(tx, organizationId, BULK_SENDS);
  }
}
