import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { BulkSendsModule } from '../bulk-sends/bulk-sends.module.js';
import { CompletionModule } from '../completion/completion.module.js';
import { HealthModule } from '../health/health.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { ManualReviewModule } from '../manual-review/manual-review.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { OversightModule } from '../oversight/oversight.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { ProvisioningModule } from '../provisioning/provisioning.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { SignedPdfChecksModule } from '../signed-pdf-checks/signed-pdf-checks.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { DocumentTemplatesModule } from '../templates/templates.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { LiveLimits } from './live-limits.js';
import { LiveStreams } from './live-streams.js';
import { AccountController } from './pages/account.controller.js';
import { ActivityController } from './pages/activity.controller.js';
import { ActivityRows } from './pages/activity-rows.js';
import { ApiKeyController } from './pages/api-key.controller.js';
import { BrandController } from './pages/brand.controller.js';
import { BrandForms } from './pages/brand-forms.js';
import { BrandPreviewController } from './pages/brand-preview.controller.js';
import { BrandPreviews } from './pages/brand-previews.js';
import { BulkCheckController } from './pages/bulk-check.controller.js';
import { BulkColumnsController } from './pages/bulk-columns.controller.js';
import { BulkResultPages } from './pages/bulk-result-pages.js';
import { DashboardBulkSendsController } from './pages/bulk-sends.controller.js';
import { BulkSteps } from './pages/bulk-steps.js';
import { BulkUploadController } from './pages/bulk-upload.controller.js';
import { ConfirmController } from './pages/confirm.controller.js';
import { ConfirmPasskeyController } from './pages/confirm-passkey.controller.js';
import { DashboardAdmission } from './pages/dashboard-admission.js';
import { DashboardFailures } from './pages/dashboard-failures.js';
import { DashboardShell } from './pages/dashboard-shell.js';
import { DeliveriesController } from './pages/deliveries.controller.js';
import { DeliveryHealth } from './pages/delivery-health.js';
import { DeliveryPages } from './pages/delivery-pages.js';
import { DocumentForms } from './pages/document-forms.js';
import { DraftDocumentPages } from './pages/draft-document-pages.js';
import { DraftFieldPages } from './pages/draft-field-pages.js';
import { Drafts } from './pages/drafts.js';
import { EndpointController } from './pages/endpoint.controller.js';
import { EndpointHeadersController } from './pages/endpoint-headers.controller.js';
import { EndpointPages } from './pages/endpoint-pages.js';
import { EndpointsController } from './pages/endpoints.controller.js';
import { ForgottenPasswordController } from './pages/forgotten-password.controller.js';
import { InvitationController } from './pages/invitation.controller.js';
import { InviteController } from './pages/invite.controller.js';
import { ListExports } from './pages/list-exports.js';
import { LiveController } from './pages/live.controller.js';
import { MailController } from './pages/mail.controller.js';
import { OpenForms } from './pages/open-forms.js';
import { OverviewController } from './pages/overview.controller.js';
import { OverviewFigures } from './pages/overview-figures.js';
import { PasskeySignInController } from './pages/passkey-sign-in.controller.js';
import { PasskeysController } from './pages/passkeys.controller.js';
import { PeopleController } from './pages/people.controller.js';
import { PersonController } from './pages/person.controller.js';
import { PrepareDocumentController } from './pages/prepare-document.controller.js';
import { PrepareDocumentsController } from './pages/prepare-documents.controller.js';
import { PrepareFieldsController } from './pages/prepare-fields.controller.js';
import { PreparePeopleController } from './pages/prepare-people.controller.js';
import { PreparePreviewController } from './pages/prepare-preview.controller.js';
import { PrepareSendingController } from './pages/prepare-sending.controller.js';
import { PrepareSignersController } from './pages/prepare-signers.controller.js';
import { ReplayPresets } from './pages/replay-presets.js';
import { ReplaysController } from './pages/replays.controller.js';
import { RequestListPages } from './pages/request-list-pages.js';
import { RequestPreviews } from './pages/request-previews.js';
import { RequestRecipientsController } from './pages/request-recipients.controller.js';
import { RequestTemplateController } from './pages/request-template.controller.js';
import { ReviewCaseController } from './pages/review-case.controller.js';
import { ReviewPicturesController } from './pages/review-pictures.controller.js';
import { ReviewsController } from './pages/reviews.controller.js';
import { RulesController } from './pages/rules.controller.js';
import { SecondStepController } from './pages/second-step.controller.js';
import { SentOnce } from './pages/sent-once.js';
import { SetUp } from './pages/set-up.js';
import { SignInController } from './pages/sign-in.controller.js';
import { SignInCodeController } from './pages/sign-in-code.controller.js';
import { SignOnController } from './pages/sign-on.controller.js';
import { SignOnConnectionsController } from './pages/sign-on-connections.controller.js';
import { SignOnDepartures } from './pages/sign-on-departures.js';
import { SignOnEntranceController } from './pages/sign-on-entrance.controller.js';
import { SignatureCheckController } from './pages/signature-check.controller.js';
import { SignatureExportsController } from './pages/signature-exports.controller.js';
import { SignaturePages } from './pages/signature-pages.js';
import { SignatureVerdictController } from './pages/signature-verdict.controller.js';
import { DashboardSignaturesController } from './pages/signatures.controller.js';
import { SignersPages } from './pages/signers-pages.js';
import { SigningHandOverController } from './pages/signing-hand-over.controller.js';
import { TemplateDocumentController } from './pages/template-document.controller.js';
import { TemplateDrafts } from './pages/template-drafts.js';
import { TemplateFieldsController } from './pages/template-fields.controller.js';
import { TemplateImportController } from './pages/template-import.controller.js';
import { TemplateListPages } from './pages/template-list-pages.js';
import { TemplatePages } from './pages/template-pages.js';
import { TemplatePublishingController } from './pages/template-publishing.controller.js';
import { TemplateRolesController } from './pages/template-roles.controller.js';
import { TemplateUseController } from './pages/template-use.controller.js';
import { TemplateVersionsController } from './pages/template-versions.controller.js';
import { DashboardTemplatesController } from './pages/templates.controller.js';
import { TestOrganizationController } from './pages/test-organization.controller.js';
import { TrustController } from './pages/trust.controller.js';
import { VerificationCareController } from './pages/verification-care.controller.js';
import { VerificationHistories } from './pages/verification-histories.js';
import { VerificationPages } from './pages/verification-pages.js';
import { DashboardVerificationsController } from './pages/verifications.controller.js';
import { VisitLimits, VisitThrottle } from './pages/visit-throttle.js';

@Module({
  imports: [
    AccountsModule,
    ActivityModule,
    AuthModule,
    BrandsModule,
    BulkSendsModule,
    CompletionModule,
    CryptoModule,
    DocumentTemplatesModule,
    EventsModule,
    HttpClientModule,
    HealthModule,
    IdempotencyModule,
    IdentityVerificationsModule,
    JobsModule,
    MailModule,
    OrganizationsModule,
    OversightModule,
    ProvisioningModule,
    PersonalDataModule,
    SignaturesModule,
    SignedPdfChecksModule,
    SigningModule,
    WebhooksModule,
    ManualReviewModule,
    PagesModule,
    PdfSignaturesModule,
    StorageModule,
    TemplatesModule,
  ],
  controllers: [
    SignInController,
    SignInCodeController,
    PasskeySignInController,
    SignOnEntranceController,
    ForgottenPasswordController,
    InvitationController,
    OverviewController,
    AccountController,
    ConfirmController,
    ConfirmPasskeyController,
    PasskeysController,
    SecondStepController,
    SignOnConnectionsController,
    SignOnController,
    ApiKeyController,
    TestOrganizationController,
    EndpointController,
    EndpointHeadersController,
    EndpointsController,
    SignatureExportsController,
    DashboardSignaturesController,
    RequestRecipientsController,
    SignatureVerdictController,
    PrepareDocumentController,
    PrepareDocumentsController,
    PrepareSignersController,
    PreparePeopleController,
    PrepareFieldsController,
    PreparePreviewController,
    PrepareSendingController,
    SigningHandOverController,
    RequestTemplateController,
    TemplateImportController,
    TemplateDocumentController,
    TemplateRolesController,
    TemplateFieldsController,
    TemplatePublishingController,
    TemplateVersionsController,
    TemplateUseController,
    DashboardTemplatesController,
    BulkUploadController,
    BulkColumnsController,
    BulkCheckController,
    DashboardBulkSendsController,
    DashboardVerificationsController,
    VerificationCareController,
    SignatureCheckController,
    ReplaysController,
    DeliveriesController,
    PeopleController,
    InviteController,
    BrandController,
    BrandPreviewController,
    PersonController,
    RulesController,
    TrustController,
    ActivityController,
    ReviewsController,
    ReviewPicturesController,
    ReviewCaseController,
    MailController,
    LiveController,
  ],
  providers: [
    ActivityRows,
    SignOnDepartures,
    LiveStreams,
    LiveLimits,
    VisitLimits,
    VisitThrottle,
    ListExports,
    BrandForms,
    BrandPreviews,
    DeliveryHealth,
    ReplayPresets,
    EndpointPages,
    DeliveryPages,
    OverviewFigures,
    SentOnce,
    SetUp,
    RequestListPages,
    SignaturePages,
    VerificationHistories,
    VerificationPages,
    DraftDocumentPages,
    DraftFieldPages,
    Drafts,
    SignersPages,
    DocumentForms,
    TemplateListPages,
    TemplatePages,
    TemplateDrafts,
    BulkSteps,
    BulkResultPages,
    RequestPreviews,
    DashboardShell,
    DashboardAdmission,
    DashboardFailures,
    OpenForms,
  ],
})
export class DashboardModule {}
