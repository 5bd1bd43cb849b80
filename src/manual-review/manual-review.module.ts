import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { IdentityDocumentsModule } from '../identity-documents/identity-documents.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AskAgain } from './ask-again.js';
import { CaseDecisions } from './case-decisions.js';
import { MailHourOfReviewsJob } from './jobs/mail-hour-of-reviews.job.js';
import { RemindOfReviewJob } from './jobs/remind-of-review.job.js';
import { RequestReviewJob } from './jobs/request-review.job.js';
import { TimeOutReviewJob } from './jobs/time-out-review.job.js';
import { ReviewMailComposer } from './mails/review-mail.composer.js';
import { ReviewCases } from './review-cases.js';
import { ReviewClaims } from './review-claims.js';
import { ReviewErasure } from './review-erasure.js';
import { ReviewPictures } from './review-pictures.js';
import { ReviewQueue } from './review-queue.js';
import { ReviewRules } from './review-rules.js';
import { ReviewerNotifier } from './reviewer-notifier.js';
import { ReviewsService } from './reviews.service.js';

const PUBLIC = [
  ReviewsService,
  AskAgain,
  ReviewCases,
  ReviewPictures,
  ReviewClaims,
  ReviewQueue,
  ReviewRules,
  CaseDecisions,
];

@Module({
  imports: [
    ActivityModule,
    EventsModule,
    JobsModule,
    MailModule,
    CryptoModule,
    IdentityDocumentsModule,
    IdentityVerificationsModule,
    OrganizationsModule,
  ],
  providers: [
    ...PUBLIC,
    ReviewerNotifier,
    ReviewErasure,
    ReviewMailComposer,
    RequestReviewJob,
    MailHourOfReviewsJob,
    RemindOfReviewJob,
    TimeOutReviewJob,
  ],
  exports: PUBLIC,
})
export class ManualReviewModule {}
