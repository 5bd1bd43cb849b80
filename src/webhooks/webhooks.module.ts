import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookNotificationsController } from './http/webhook-notifications.controller.js';
import { WebhookDeliverJob } from './webhook-deliver.job.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { WebhookHistoryQueries } from './webhook-history.queries.js';
import { WebhookHistoryService } from './webhook-history.service.js';
import { WebhookRecorder } from './webhook-recorder.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookEndpoint, WebhookDelivery])],
  controllers: [WebhookNotificationsController],
  providers: [
    WebhookDispatcher,
    WebhookRecorder,
    WebhookDeliverJob,
    WebhookEndpointsService,
    WebhookHistoryQueries,
    WebhookHistoryService,
  ],
  exports: [WebhookEndpointsService],
})
export class WebhooksModule {}
