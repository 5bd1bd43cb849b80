import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookNotificationsController } from './http/webhook-notifications.controller.js';
import { DeliverWebhookJob } from './jobs/deliver-webhook.job.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { WebhookHistoryQueries } from './webhook-history.queries.js';
import { WebhookRecorder } from './webhook-recorder.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookEndpoint, WebhookDelivery])],
  controllers: [WebhookNotificationsController],
  providers: [
    WebhookDispatcher,
    WebhookRecorder,
    DeliverWebhookJob,
    WebhookEndpointsService,
    WebhookHistoryQueries,
  ],
  exports: [WebhookEndpointsService],
})
export class WebhooksModule {}
