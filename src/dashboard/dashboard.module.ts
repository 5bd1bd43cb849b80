import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CompletionModule } from '../completion/completion.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { ManualReviewModule } from '../manual-review/manual-review.module.js';
import { HealthModule } from '../health/health.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { OversightModule } from '../oversight/oversight.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { SignedPdfChecksModule } from '../signed-pdf-checks/signed-pdf-checks.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AccountNotices } from './account-notices.service.js';
import { AccountSessions } from './account-sessions.service.js';
import { Entrances } from './entrances.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { Guesses } from './guesses.service.js';
import { PasswordChanges } from './password-changes.service.js';
import { Invitations } from './invitations.service.js';
import { KeptForms } from './kept-forms.service.js';
import { ResetPasswordJob } from './jobs/reset-password.job.js';
import { LiveLimits } from './live-limits.js';
import { LiveStreams } from './live-streams.service.js';
import { IssuerClient } from './issuer-client.service.js';
import { AccountChangedMailComposer } from './mails/account-changed-mail.composer.js';
import { InvitationMailComposer } from './mails/invitation-mail.composer.js';
import { PasswordResetMailComposer } from './mails/password-reset-mail.composer.js';
import { AccountController } from './pages/account.controller.js';
import { ActivityController } from './pages/activity.controller.js';
import { ApiKeyController } from './pages/api-key.controller.js';
import { BrandController } from './pages/brand.controller.js';
import { BrandForms } from './pages/brand-forms.service.js';
import { BrandPreviewController } from './pages/brand-preview.controller.js';
import { BrandPreviews } from './pages/brand-previews.service.js';
import { Passkeys } from './passkeys.service.js';
import { ConfirmPasskeyController } from './pages/confirm-passkey.controller.js';
import { PasskeySignInController } from './pages/passkey-sign-in.controller.js';
import { PasskeysController } from './pages/passkeys.controller.js';
import { ConfirmController } from './pages/confirm.controller.js';
import { DashboardShell } from './pages/dashboard-shell.service.js';
import { DeliveriesController } from './pages/deliveries.controller.js';
import { DeliveryHealth } from './pages/delivery-health.service.js';
import { EndpointController } from './pages/endpoint.controller.js';
import { EndpointHeadersController } from './pages/endpoint-headers.controller.js';
import { EndpointPages } from './pages/endpoint-pages.service.js';
import { EndpointsController } from './pages/endpoints.controller.js';
import { ForgottenPasswordController } from './pages/forgotten-password.controller.js';
import { InvitationController } from './pages/invitation.controller.js';
import { InviteController } from './pages/invite.controller.js';
import { LiveController } from './pages/live.controller.js';
import { MailController } from './pages/mail.controller.js';
import { OpenForms } from './pages/open-forms.service.js';
import { OverviewController } from './pages/overview.controller.js';
import { PeopleController } from './pages/people.controller.js';
import { PersonController } from './pages/person.controller.js';
import { RulesController } from './pages/rules.controller.js';
import { SecondStepController } from './pages/second-step.controller.js';
import { SignInCodeController } from './pages/sign-in-code.controller.js';
import { ListExports } from './pages/list-exports.service.js';
import { SignatureExportsController } from './pages/signature-exports.controller.js';
import { SignaturePages } from './pages/signature-pages.service.js';
import { SignatureCheckController } from './pages/signature-check.controller.js';
import { SignatureVerdictController } from './pages/signature-verdict.controller.js';
import { DashboardSignaturesController } from './pages/signatures.controller.js';
import { DashboardVerificationsController } from './pages/verifications.controller.js';
import { VisitLimits, VisitThrottle } from './pages/visit-throttle.service.js';
import { DocumentForms } from './pages/document-forms.service.js';
import { Drafts } from './pages/drafts.service.js';
import { PrepareDocumentController } from './pages/prepare-document.controller.js';
import { PrepareFieldsController } from './pages/prepare-fields.controller.js';
import { PreparePreviewController } from './pages/prepare-preview.controller.js';
import { PrepareSendingController } from './pages/prepare-sending.controller.js';
import { PrepareSignersController } from './pages/prepare-signers.controller.js';
import { RequestPreviews } from './pages/request-previews.service.js';
import { SigningHandOverController } from './pages/signing-hand-over.controller.js';
import { ReplaysController } from './pages/replays.controller.js';
import { ReviewCaseController } from './pages/review-case.controller.js';
import { ReviewPicturesController } from './pages/review-pictures.controller.js';
import { ReviewsController } from './pages/reviews.controller.js';
import { SignInController } from './pages/sign-in.controller.js';
import { SignOnConnectionsController } from './pages/sign-on-connections.controller.js';
import { SignOnDepartures } from './pages/sign-on-departures.service.js';
import { SignOnEntranceController } from './pages/sign-on-entrance.controller.js';
import { SignOnController } from './pages/sign-on.controller.js';
import { TrustController } from './pages/trust.controller.js';
import { MemberRecords } from './member-records.service.js';
import { PasswordResets } from './password-resets.service.js';
import { SecondFactors } from './second-factors.service.js';
import { SignIn } from './sign-in.service.js';
import { SignOnIdentities } from './sign-on-identities.service.js';
import { SignOnSettings } from './sign-on-settings.service.js';
import { SingleSignOn } from './single-sign-on.service.js';
import { OwnTestMails } from './test-mail.service.js';

@Module({
  imports: [
    ActivityModule,
    AuthModule,
    BrandsModule,
    CompletionModule,
    CryptoModule,
    EventsModule,
    HttpClientModule,
    HealthModule,
    IdentityVerificationsModule,
    JobsModule,
    MailModule,
    OrganizationsModule,
    OversightModule,
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
    EndpointController,
    EndpointHeadersController,
    EndpointsController,
    SignatureExportsController,
    DashboardSignaturesController,
    SignatureVerdictController,
    PrepareDocumentController,
    PrepareSignersController,
    PrepareFieldsController,
    PreparePreviewController,
    PrepareSendingController,
    SigningHandOverController,
    DashboardVerificationsController,
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
    SignIn,
    Guesses,
    Entrances,
    PasswordChanges,
    FailedSignIns,
    AccountNotices,
    AccountChangedMailComposer,
    AccountSessions,
    KeptForms,
    SecondFactors,
    Passkeys,
    IssuerClient,
    SignOnSettings,
    SignOnIdentities,
    SingleSignOn,
    SignOnDepartures,
    Invitations,
    InvitationMailComposer,
    PasswordResets,
    PasswordResetMailComposer,
    ResetPasswordJob,
    LiveStreams,
    LiveLimits,
    VisitLimits,
    VisitThrottle,
    ListExports,
    BrandForms,
    BrandPreviews,
    DeliveryHealth,
    EndpointPages,
    SignaturePages,
    Drafts,
    DocumentForms,
    RequestPreviews,
    DashboardShell,
    OpenForms,
    OwnTestMails,
    MemberRecords,
  ],
})
export class DashboardModule {}
