import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { DayCounts } from './day-counts.service.js';
import { EndpointNotices } from './endpoint-notices.service.js';
import { DisruptionMailComposer } from './mails/disruption-mail.composer.js';
import { HoldMailComposer } from './mails/hold-mail.composer.js';
import { KeyMailComposer } from './mails/key-mail.composer.js';
import { OrganizationHealth } from './organization-health.service.js';
import { OwnerMails } from './owner-mails.service.js';
import { OwnerWatch } from './owner-watch.service.js';

/** What an organization's owner wants to know without asking: counts by day, what fails, keys that end. */
@Module({
  imports: [EventsModule, HealthModule, MailModule, OrganizationsModule, PdfSignaturesModule],
  providers: [
    DayCounts,
    OwnerMails,
    OwnerWatch,
    EndpointNotices,
    DisruptionMailComposer,
    HoldMailComposer,
    KeyMailComposer,
    OrganizationHealth,
  ],
  exports: [OrganizationHealth],
})
export class OversightModule {}
