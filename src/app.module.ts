import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ActivityModule } from './activity/activity.module.js';
import { ApiReferenceModule } from './api-reference/api-reference.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BrandsModule } from './brands/brands.module.js';
import { BulkSendsModule } from './bulk-sends/bulk-sends.module.js';
import { CompletionModule } from './completion/completion.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DocumentReportsModule } from './document-reports/document-reports.module.js';
import { HealthModule } from './health/health.module.js';
import { IdentityVerificationsModule } from './identity-verifications/identity-verifications.module.js';
import { ManualReviewModule } from './manual-review/manual-review.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { OversightModule } from './oversight/oversight.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import { type Settings } from './platform/config/settings.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { SignaturesModule } from './signatures/signatures.module.js';
import { SignedPdfChecksModule } from './signed-pdf-checks/signed-pdf-checks.module.js';
import { SigningModule } from './signing/signing.module.js';
import { DocumentTemplatesModule } from './templates/templates.module.js';
import { VerificationSessionsModule } from './verification-sessions/verification-sessions.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const FEATURES = [
  OrganizationsModule,
  ActivityModule,
  AuthModule,
  BrandsModule,
  SignaturesModule,
  DocumentTemplatesModule,
  BulkSendsModule,
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
  ApiReferenceModule,
  OversightModule,
  PersonalDataModule,
  DashboardModule,
];

/** The whole service: the settings and database used by every room, and the features, which import the rest. */
@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.at(databaseUrl, settings.unnamedStatements),
        ScheduleModule.forRoot(),
        ...FEATURES,
      ],
    };
  }
}
