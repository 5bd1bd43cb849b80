import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { HealthModule } from '../health/health.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DayCounts } from './day-counts.js';
import { EndpointNotices } from './endpoint-notices.js';
import { DisruptionMailComposer } from './mails/disruption-mail.composer.js';
import { HoldMailComposer } from './mails/hold-mail.composer.js';
import { KeyMailComposer } from './mails/key-mail.composer.js';
import { OrganizationHealth } from './organization-health.js';
import { OrganizationSetUp } from './organization-set-up.js';
import { OwnTestMails } from './own-test-mails.js';
import { OwnerMails } from './owner-mails.js';
import { OwnerWatch } from './owner-watch.js';

/** What an organization's owner should know without asking: daily counts, failures, expiring keys. */
@Module({
  imports: [
    AccountsModule,
    ActivityModule,
    EventsModule,
    HealthModule,
    MailModule,
    OrganizationsModule,
    PdfSignaturesModule,
    WebhooksModule,
  ],
  providers: [
    DayCounts,
    OwnerMails,
    OwnerWatch,
    EndpointNotices,
    DisruptionMailComposer,
    HoldMailComposer,
    KeyMailComposer,
    OrganizationHealth,
    OrganizationSetUp,
    OwnTestMails,
  ],
  exports: [OrganizationHealth, OrganizationSetUp, OwnTestMails],
})
export class OversightModule {}
