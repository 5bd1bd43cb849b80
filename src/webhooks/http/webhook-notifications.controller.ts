import { Get, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { WebhookHistory } from '../webhook-history.js';
import { ListWebhookNotificationsDto } from './dto/list-webhook-notifications.dto.js';
import { WebhookNotificationPageDto } from './dto/webhook-notification.dto.js';
import { toWebhookNotification } from './webhook-notification.mapper.js';

@ApiController('webhook-notifications')
export class WebhookNotificationsController {
  constructor(private readonly history: WebhookHistory) {}

  /** Lists the organization's deliveries, newest first, each with its latest attempt. */
  @Get()
  @Paged('offset')
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListWebhookNotificationsDto,
  ): Promise<WebhookNotificationPageDto> {
    const { rows, total } = await this.history.page({ organizationId, ...query });
    return { items: rows.map(toWebhookNotification), total, limit: query.limit, offset: query.offset };
  }
}
