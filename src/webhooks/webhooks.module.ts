import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { EndpointHeaders } from './endpoint-headers.js';
import { EndpointManagement } from './endpoint-management.js';
import { EndpointWatch } from './endpoint-watch.js';
import { FeedCursors } from './feed-cursors.js';
import { EventsController } from './http/events.controller.js';
import { WebhookKeysController } from './http/webhook-keys.controller.js';
import { WebhookNotificationsController } from './http/webhook-notifications.controller.js';
import { WebhookReplaysController } from './http/webhook-replays.controller.js';
import { DeliverWebhookJob } from './jobs/deliver-webhook.job.js';
import { EraseAnswersJob } from './jobs/erase-answers.job.js';
import { ProbeEndpointJob } from './jobs/probe-endpoint.job.js';
import { ReplayDeliveriesJob } from './jobs/replay-deliveries.job.js';
import { RetryDeliveriesJob } from './jobs/retry-deliveries.job.js';
import { SignatureChecks } from './signature-checks.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { WebhookErasure } from './webhook-erasure.js';
import { WebhookFeed } from './webhook-feed.js';
import { WebhookHistory } from './webhook-history.js';
import { WebhookKeyPairs } from './webhook-key-pairs.js';
import { WebhookRecorder } from './webhook-recorder.js';
import { WebhookReplays } from './webhook-replays.js';
import { WebhookRetention } from './webhook-retention.js';
import { WebhookRetries } from './webhook-retries.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookSigner } from './webhook-signer.js';
import { WebhookTests } from './webhook-tests.js';

@Module({
  imports: [
    ActivityModule,
    AuthModule,
    CryptoModule,
    EventsModule,
    HttpClientModule,
    JobsModule,
    TypeOrmModule.forFeature([WebhookEndpoint]),
  ],
  controllers: [
    WebhookNotificationsController,
    WebhookReplaysController,
    EventsController,
    WebhookKeysController,
  ],
  providers: [
    WebhookDispatcher,
    WebhookRecorder,
    FeedCursors,
    WebhookFeed,
    DeliverWebhookJob,
    ProbeEndpointJob,
    EndpointHeaders,
    EndpointManagement,
    EndpointWatch,
    WebhookEndpointsService,
    WebhookKeyPairs,
    WebhookSigner,
    WebhookSender,
    WebhookTests,
    WebhookReplays,
    ReplayDeliveriesJob,
    WebhookRetries,
    RetryDeliveriesJob,
    WebhookRetention,
    WebhookErasure,
    EraseAnswersJob,
    SignatureChecks,
    WebhookHistory,
  ],
  exports: [
    EndpointHeaders,
    EndpointManagement,
    WebhookEndpointsService,
    WebhookKeyPairs,
    WebhookReplays,
    WebhookRetries,
    SignatureChecks,
  ],
})
export class WebhooksModule {}
