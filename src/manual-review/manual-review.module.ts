import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { IdentityDocumentsModule } from '../identity-documents/identity-documents.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AskAgain } from './ask-again.service.js';
import { RemindOfReviewJob } from './jobs/remind-of-review.job.js';
import { RequestReviewJob } from './jobs/request-review.job.js';
import { TimeOutReviewJob } from './jobs/time-out-review.job.js';
import { ReviewMailComposer } from './mails/review-mail.composer.js';
import { CaseDecisions } from './case-decisions.service.js';
import { ReviewCases } from './review-cases.service.js';
import { ReviewClaims } from './review-claims.service.js';
import { ReviewPictures } from './review-pictures.service.js';
import { ReviewErasure } from './review-erasure.service.js';
import { ReviewerNotifier } from './reviewer-notifier.service.js';
import { ReviewsService } from './reviews.service.js';

const PUBLIC = [ReviewsService, AskAgain, ReviewCases, ReviewPictures, ReviewClaims, CaseDecisions];

@Module({
  imports: [
    ActivityModule,
    EventsModule,
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
    RemindOfReviewJob,
    TimeOutReviewJob,
  ],
  exports: PUBLIC,
})
export class ManualReviewModule {}
