import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { type Caller } from '../../auth/principal.js';

/** Records what is done to templates, by members and with API keys: unlike requests, templates have no trail of their own. */
@Injectable()
export class TemplateActions {
  constructor(private readonly activity: ActivityLog) {}

  /** Records an action at the end of its transaction. */
  async record(
    tx: EntityManager,
    { organizationId, userId, apiKeyId, ip: address }: Caller,
    type: ActivityType,
    templateId: number,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    await this.activity.record(tx, {
      ...{ organizationId, userId, address, type },
      subject: { kind: 'template', id: templateId },
      data: { ...data, ...(apiKeyId !== undefined && { apiKeyId }) },
    });
  }

  /** The same, once an hour for each member and template: editors save often. */
  async recordEdit(
    tx: EntityManager,
    { organizationId, userId, ip: address }: Caller,
    templateId: number,
  ): Promise<void> {
    const subject = { kind: 'template' as const, id: templateId };
    await this.activity.recordHourly(tx, {
      organizationId,
      userId,
      address,
      type: 'template_edited',
      subject,
    });
  }
}
