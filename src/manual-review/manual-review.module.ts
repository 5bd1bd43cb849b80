import { Module } from '@nestjs/common';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AskAgain } from './ask-again.service.js';
import { RemindOfReviewHandler, RequestReviewHandler } from './jobs/notify-reviewers.job.js';
import { TimeOutReviewHandler } from './jobs/time-out-review.job.js';
import { ReviewMails } from './mails/review-mail.composer.js';
import { ReviewerNotifier } from './reviewer-notifier.service.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [MailModule, IdentityVerificationsModule, OrganizationsModule],
  providers: [
    ReviewsService,
    AskAgain,
    ReviewerNotifier,
    ReviewMails,
    RequestReviewHandler,
    RemindOfReviewHandler,
    TimeOutReviewHandler,
  ],
  exports: [ReviewsService, AskAgain],
})
export class ManualReviewModule {}
