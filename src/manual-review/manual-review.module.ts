import { Module } from '@nestjs/common';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { RemindOfReviewHandler, RequestReviewHandler } from './jobs/call-reviewers.job.js';
import { TimeOutReviewHandler } from './jobs/time-out-review.job.js';
import { ReviewMails } from './mails/review-mail.composer.js';
import { ReviewerCalls } from './reviewer-calls.service.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [MailModule, IdentityVerificationsModule, OrganizationsModule],
  providers: [
    ReviewsService,
    ReviewerCalls,
    ReviewMails,
    RequestReviewHandler,
    RemindOfReviewHandler,
    TimeOutReviewHandler,
  ],
  exports: [ReviewsService],
})
export class ManualReviewModule {}
