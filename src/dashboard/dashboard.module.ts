import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CompletionModule } from '../completion/completion.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { ManualReviewModule } from '../manual-review/manual-review.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AccountSessions } from './account-sessions.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { LiveLimits } from './live-limits.js';
import { LiveStreams } from './live-streams.service.js';
import { AccountController } from './pages/account.controller.js';
import { ActivityController } from './pages/activity.controller.js';
import { ApiKeyController } from './pages/api-key.controller.js';
import { DashboardShell } from './pages/dashboard-shell.service.js';
import { DeliveriesController } from './pages/deliveries.controller.js';
import { EndpointController } from './pages/endpoint.controller.js';
import { LiveController } from './pages/live.controller.js';
import { OverviewController } from './pages/overview.controller.js';
import { PeopleController } from './pages/people.controller.js';
import { SignaturePages } from './pages/signature-pages.service.js';
import { DashboardSignaturesController } from './pages/signatures.controller.js';
import { DashboardVerificationsController } from './pages/verifications.controller.js';
import { ReviewCaseController } from './pages/review-case.controller.js';
import { ReviewPicturesController } from './pages/review-pictures.controller.js';
import { ReviewsController } from './pages/reviews.controller.js';
import { SignInController } from './pages/sign-in.controller.js';
import { SignIn } from './sign-in.service.js';

@Module({
  imports: [
    ActivityModule,
    AuthModule,
    CompletionModule,
    EventsModule,
    IdentityVerificationsModule,
    OrganizationsModule,
    SignaturesModule,
    WebhooksModule,
    ManualReviewModule,
    PagesModule,
    StorageModule,
    TemplatesModule,
  ],
  controllers: [
    SignInController,
    OverviewController,
    AccountController,
    ApiKeyController,
    EndpointController,
    DashboardSignaturesController,
    DashboardVerificationsController,
    DeliveriesController,
    PeopleController,
    ActivityController,
    ReviewsController,
    ReviewPicturesController,
    ReviewCaseController,
    LiveController,
  ],
  providers: [
    SignIn,
    FailedSignIns,
    AccountSessions,
    LiveStreams,
    LiveLimits,
    SignaturePages,
    DashboardShell,
  ],
})
export class DashboardModule {}
