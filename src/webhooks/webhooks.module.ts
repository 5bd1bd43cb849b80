import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { EventsController } from './http/events.controller.js';
import { WebhookKeysController } from './http/webhook-keys.controller.js';
import { SignatureChecks } from './signature-checks.service.js';
import { WebhookNotificationsController } from './http/webhook-notifications.controller.js';
import { WebhookReplaysController } from './http/webhook-replays.controller.js';
import { DeliverWebhookJob } from './jobs/deliver-webhook.job.js';
import { EraseAnswersJob } from './jobs/erase-answers.job.js';
import { ReplayDeliveriesJob } from './jobs/replay-deliveries.job.js';
import { EndpointHeaders } from './endpoint-headers.service.js';
import { EndpointWatch } from './endpoint-watch.service.js';
import { ProbeEndpointJob } from './jobs/probe-endpoint.job.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { FeedCursors } from './feed-cursors.service.js';
import { WebhookFeed } from './webhook-feed.service.js';
import { WebhookHistoryQueries } from './webhook-history.queries.js';
import { WebhookKeyPairs } from './webhook-key-pairs.service.js';
import { WebhookErasure } from './webhook-erasure.service.js';
import { WebhookRecorder } from './webhook-recorder.service.js';
import { WebhookReplays } from './webhook-replays.service.js';
import { WebhookRetention } from './webhook-retention.service.js';
import { WebhookSender } from './webhook-sender.service.js';
import { WebhookSigner } from './webhook-signer.service.js';
import { WebhookTests } from './webhook-tests.service.js';

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
    EndpointWatch,
    WebhookEndpointsService,
    WebhookKeyPairs,
    WebhookSigner,
    WebhookSender,
    WebhookTests,
    WebhookReplays,
    ReplayDeliveriesJob,
    WebhookRetention,
    WebhookErasure,
    EraseAnswersJob,
    SignatureChecks,
    WebhookHistoryQueries,
  ],
  exports: [
    EndpointHeaders,
    WebhookEndpointsService,
    WebhookKeyPairs,
    WebhookTests,
    WebhookReplays,
    SignatureChecks,
  ],
})
export class WebhooksModule {}
