import { Injectable } from '@nestjs/common';
import { type ListWebhookNotificationsDto } from './http/dto/list-webhook-notifications.dto.js';
import { type WebhookNotificationPageDto } from './http/dto/webhook-notification.dto.js';
import { toWebhookNotification } from './http/webhook-notification.mapper.js';
import { WebhookHistoryQueries } from './webhook-history.queries.js';

/** What became of an organization's deliveries. */
@Injectable()
export class WebhookHistoryService {
  constructor(private readonly queries: WebhookHistoryQueries) {}

  async list(
    organizationId: number,
    query: ListWebhookNotificationsDto,
  ): Promise<WebhookNotificationPageDto> {
    const { rows, total } = await this.queries.page({ organizationId, ...query });
    return { items: rows.map(toWebhookNotification), total, limit: query.limit, offset: query.offset };
  }
}
