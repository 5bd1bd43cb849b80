import { Get, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { WebhookHistoryService } from '../webhook-history.service.js';
import { ListWebhookNotificationsDto } from './dto/list-webhook-notifications.dto.js';
import { WebhookNotificationPageDto } from './dto/webhook-notification.dto.js';

@ApiController('webhook-notifications')
export class WebhookNotificationsController {
  constructor(private readonly history: WebhookHistoryService) {}

  /** The organization's deliveries, newest first, each with its latest attempt. */
  @Get()
  list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListWebhookNotificationsDto,
  ): Promise<WebhookNotificationPageDto> {
    return this.history.list(organizationId, query);
  }
}
