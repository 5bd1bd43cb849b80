import { Module } from '@nestjs/common';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { PdfModule } from '../pdf/pdf.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { CodeLimits } from './code-limits.js';
import { DrawnDocuments } from './drawn-documents.js';
import { EarlierSigners } from './earlier-signers.js';
import { FileInspections } from './file-inspections.js';
import { FormChecks } from './form-checks.js';
import { FormUploads } from './form-uploads.js';
import { IdentityOutcomes } from './identity-outcomes.js';
import { IdentityFailedMailComposer } from './mails/identity-failed-mail.composer.js';
import { OneTimeCodeMailComposer } from './mails/one-time-code-mail.composer.js';
import { OneTimeCodeQueries } from './one-time-code.queries.js';
import { OneTimeCodes } from './one-time-codes.js';
import { ConsentController } from './pages/consent.controller.js';
import { ConsentPages } from './pages/consent-pages.js';
import { DocumentFiles } from './pages/document-files.js';
import { DocumentPages } from './pages/document-pages.js';
import { FormFilesController } from './pages/form-files.controller.js';
import { PagePreviews } from './pages/page-previews.js';
import { PhonePadController } from './pages/phone-pad.controller.js';
import { ReaderPageOwner } from './pages/reader-page-owner.js';
import { ReaderPagesController } from './pages/reader-pages.controller.js';
import { ReaderPages } from './pages/reader-pages.js';
import { ReaderStateController } from './pages/reader-state.controller.js';
import { SigningActionsController } from './pages/signing-actions.controller.js';
import { SigningPageOwner } from './pages/signing-page-owner.js';
import { SigningPagesController } from './pages/signing-pages.controller.js';
import { SigningPages } from './pages/signing-pages.js';
import { SigningStateController } from './pages/signing-state.controller.js';
import { PhonePads } from './phone-pads.js';
import { PictureUploads } from './picture-uploads.js';
import { ReaderService } from './reader.service.js';
import { ReaderAccess } from './reader-access.js';
import { ReaderContextQueries } from './reader-context.queries.js';
import { SignDrafts } from './sign-drafts.js';
import { SignerIdentity } from './signer-identity.js';
import { SigningService } from './signing.service.js';
import { SigningAccess } from './signing-access.js';
import { SigningContextQueries } from './signing-context.queries.js';
import { SigningPreviews } from './signing-previews.port.js';
import { VisitRecords } from './visit-records.js';

/** The signer's pages, under the link in the invitation. */
@Module({
  imports: [
    EventsModule,
    JobsModule,
    MailModule,
    PagesModule,
    PdfModule,
    StorageModule,
    TemplatesModule,
    SignaturesModule,
    IdentityVerificationsModule,
  ],
  controllers: [
    ConsentController,
    FormFilesController,
    PhonePadController,
    SigningPagesController,
    SigningActionsController,
    SigningStateController,
    ReaderPagesController,
    ReaderStateController,
  ],
  providers: [
    SigningAccess,
    VisitRecords,
    SigningContextQueries,
    EarlierSigners,
    DrawnDocuments,
    FormChecks,
    FormUploads,
    FileInspections,
    SigningPages,
    SigningPageOwner,
    ConsentPages,
    DocumentFiles,
    DocumentPages,
    PhonePads,
    PictureUploads,
    SigningService,
    SignDrafts,
    CodeLimits,
    OneTimeCodes,
    OneTimeCodeQueries,
    OneTimeCodeMailComposer,
    SignerIdentity,
    IdentityOutcomes,
    { provide: SigningPreviews, useClass: PagePreviews },
    IdentityFailedMailComposer,
    ReaderAccess,
    ReaderContextQueries,
    ReaderPageOwner,
    ReaderPages,
    ReaderService,
  ],
  exports: [SigningPreviews],
})
export class SigningModule {}
