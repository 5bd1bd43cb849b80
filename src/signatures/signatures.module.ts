import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { PdfModule } from '../pdf/pdf.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { CancellationService } from './cancellation.service.js';
import { DocumentDownloadService } from './document-download.service.js';
import { DocumentFields } from './document-fields.service.js';
import { DocumentField } from './document-field.entity.js';
import { DocumentTexts } from './document-texts.service.js';
import { DocumentUploadService } from './document-upload.service.js';
import { HandOvers } from './hand-overs.service.js';
import { ApiInput } from './http/api-input.js';
import { SignatureCertificatesController } from './http/signature-certificates.controller.js';
import { SignatureDocumentsController } from './http/signature-documents.controller.js';
import { SignaturesController } from './http/signatures.controller.js';
import { SignersController } from './http/signers.controller.js';
import { DispatchSignatureJob } from './jobs/dispatch-signature.job.js';
import { ExpireSignatureJob } from './jobs/expire-signature.job.js';
import { RemindSignersJob } from './jobs/remind-signers.job.js';
import { RemoveContentsJob } from './jobs/remove-contents.job.js';
import { CompletedMailComposer } from './mails/completed-mail.composer.js';
import { EndingMailComposer } from './mails/ending-mail.composer.js';
import { HandedOverMailComposer } from './mails/handed-over-mail.composer.js';
import { SignerMailComposer } from './mails/signer-mail.composer.js';
import { TypesetDocuments } from './typeset-documents.service.js';
import { SealFailureRecord } from './seal-failure.entity.js';
import { SealingTrials } from './sealing-trials.service.js';
import { RequestInput } from './request-input.port.js';
import { SendPlan } from './send-plan.entity.js';
import { SendPlans } from './send-plans.service.js';
import { SendingService } from './sending.service.js';
import { RequestContents } from './request-contents.service.js';
import { RequestErasure } from './request-erasure.service.js';
import { RequestRemoval } from './request-removal.service.js';
import { RequestRetention } from './request-retention.service.js';
import { PersonRequests } from './person-requests.service.js';
import { RequestDispatcher } from './request-dispatcher.service.js';
import { RequestJobs } from './request-jobs.service.js';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { RequestMails } from './request-mails.service.js';
import { SignatureEventPublisher } from './signature-event-publisher.service.js';
import { SignatureAuditEvent } from './signature-audit-event.entity.js';
import { SignatureAudit } from './signature-audit.service.js';
import { SignatureDocument } from './signature-document.entity.js';
import { SignatureExports } from './signature-exports.service.js';
import { SignaturePapers } from './signature-papers.service.js';
import { SignatureListQueries } from './signature-list.queries.js';
import { SignatureSearchQueries } from './signature-search.queries.js';
import { Signature } from './signature.entity.js';
import { SignatureQueries } from './signature.queries.js';
import { SignerDraft } from './signer-draft.entity.js';
import { SignerDrafts } from './signer-drafts.service.js';
import { SignerPads } from './signer-pads.service.js';
import { SignerPicture } from './signer-picture.entity.js';
import { SignerPictures } from './signer-pictures.service.js';
import { SignaturesService } from './signatures.service.js';
import { Signer } from './signer.entity.js';
import { SignerLink } from './signer-link.entity.js';
import { SignerLinks } from './signer-links.service.js';
import { SignerReminders } from './signer-reminders.service.js';
import { SignerReplacements } from './signer-replacements.service.js';
import { SignersService } from './signers.service.js';

@Module({
  imports: [
    AuthModule,
    CryptoModule,
    EventsModule,
    JobsModule,
    MailModule,
    StorageModule,
    TemplatesModule,
    PdfModule,
    TypeOrmModule.forFeature([
      Signature,
      Signer,
      SignerLink,
      SignatureDocument,
      DocumentField,
      SealFailureRecord,
      SendPlan,
      SignerDraft,
      SignerPicture,
      SignatureAuditEvent,
    ]),
  ],
  controllers: [
    SignaturesController,
    SignersController,
    SignatureDocumentsController,
    SignatureCertificatesController,
  ],
  providers: [
    CancellationService,
    CompletedMailComposer,
    DispatchSignatureJob,
    DocumentDownloadService,
    DocumentFields,
    DocumentTexts,
    DocumentUploadService,
    EndingMailComposer,
    ExpireSignatureJob,
    HandedOverMailComposer,
    HandOvers,
    TypesetDocuments,
    RemindSignersJob,
    RemoveContentsJob,
    PersonRequests,
    RequestContents,
    RequestDispatcher,
    RequestErasure,
    RequestJobs,
    RequestLifecycle,
    RequestMails,
    RequestRemoval,
    RequestRetention,
    SealingTrials,
    SendingService,
    SendPlans,
    { provide: RequestInput, useClass: ApiInput },
    SignatureEventPublisher,
    SignatureAudit,
    SignatureExports,
    SignatureListQueries,
    SignaturePapers,
    SignatureQueries,
    SignatureSearchQueries,
    SignaturesService,
    SignerDrafts,
    SignerLinks,
    SignerMailComposer,
    SignerPads,
    SignerPictures,
    SignerReminders,
    SignerReplacements,
    SignersService,
  ],
  exports: [
    CancellationService,
    DocumentDownloadService,
    DocumentFields,
    DocumentTexts,
    DocumentUploadService,
    HandOvers,
    PersonRequests,
    RequestErasure,
    RequestInput,
    RequestLifecycle,
    RequestMails,
    RequestRetention,
    SendingService,
    SendPlans,
    SignatureAudit,
    SignatureExports,
    SignaturePapers,
    SignatureSearchQueries,
    SignaturesService,
    SignerDrafts,
    SignerLinks,
    SignerPads,
    SignerPictures,
    SignersService,
  ],
})
export class SignaturesModule {}
