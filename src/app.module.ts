import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AuthModule } from './auth/auth.module.js';
import { CompletionModule } from './completion/completion.module.js';
import { DocumentReportsModule } from './document-reports/document-reports.module.js';
import { SignedPdfChecksModule } from './signed-pdf-checks/signed-pdf-checks.module.js';
import { HealthModule } from './health/health.module.js';
import { IdentityVerificationsModule } from './identity-verifications/identity-verifications.module.js';
import { ManualReviewModule } from './manual-review/manual-review.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import { type Settings } from './platform/config/settings.js';
import { CryptoModule } from './platform/crypto/crypto.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { HttpClientModule } from './platform/http-client/http-client.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { OfficeModule } from './platform/office/office.module.js';
import { PagesModule } from './platform/pages/pages.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { TemplatesModule } from './platform/templates/templates.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { SignaturesModule } from './signatures/signatures.module.js';
import { SigningModule } from './signing/signing.module.js';
import { VerificationSessionsModule } from './verification-sessions/verification-sessions.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const PLATFORM = [
  CryptoModule,
  EventsModule,
  StorageModule,
  TemplatesModule,
  PagesModule,
  JobsModule,
  MailModule,
  HttpClientModule,
  OfficeModule,
];
const FEATURES = [
  OrganizationsModule,
  AuthModule,
  SignaturesModule,
  IdentityVerificationsModule,
  CompletionModule,
  SigningModule,
  DocumentReportsModule,
  VerificationSessionsModule,
  SignedPdfChecksModule,
  ManualReviewModule,
  WebhooksModule,
  ProvisioningModule,
  HealthModule,
];

/** The whole service: settings and database first, then the platform, then the features. */
@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.at(databaseUrl),
        ScheduleModule.forRoot(),
        ...PLATFORM,
        ...FEATURES,
      ],
    };
  }
}
