import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { PdfModule } from '../pdf/pdf.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { ProcessesModule } from '../platform/processes/processes.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { CancellationService } from './cancellation.service.js';
import { DocumentArchives } from './documents/document-archives.js';
import { DocumentDownloadService } from './documents/document-download.service.js';
import { DocumentField } from './documents/document-field.entity.js';
import { DocumentFields } from './documents/document-fields.js';
import { DocumentIntake } from './documents/document-intake.js';
import { DocumentTexts } from './documents/document-texts.js';
import { DocumentUploadService } from './documents/document-upload.service.js';
import { FirstPages } from './documents/first-pages.js';
import {
  FurtherDocument,
  FurtherDocumentFile,
  FurtherDocumentSignature,
} from './documents/further-document.entity.js';
import { FurtherDocuments } from './documents/further-documents.js';
import { TypesetDocuments } from './documents/internal/typeset-documents.js';
import { SignatureDocument } from './documents/signature-document.entity.js';
import { SignaturePapers } from './documents/signature-papers.js';
import { TestMarks } from './documents/test-marks.js';
import { Attachments } from './form/attachments.js';
import { DraftForms } from './form/draft-forms.js';
import { FormData } from './form/form-data.js';
import { FormFiles } from './form/form-files.js';
import { FormImports } from './form/form-imports.js';
import { FormMeasures } from './form/form-measures.js';
import { FormPreviews } from './form/form-previews.js';
import { FormFileRow } from './form/internal/form-file.entity.js';
import { FormValueRow, RequestFormRow } from './form/internal/request-form.entity.js';
import { KeptForms } from './form/kept-forms.js';
import { RequestForms } from './form/request-forms.js';
import { SentForms } from './form/sent-forms.js';
import { ApiInput } from './http/api-input.js';
import { FormImportsController } from './http/form-imports.controller.js';
import { RecipientsController } from './http/recipients.controller.js';
import { RequestDocumentsController } from './http/request-documents.controller.js';
import { SignatureAttachmentsController } from './http/signature-attachments.controller.js';
import { SignatureCertificatesController } from './http/signature-certificates.controller.js';
import { SignatureDocumentsController } from './http/signature-documents.controller.js';
import { SignatureFormsController } from './http/signature-forms.controller.js';
import { SignaturesController } from './http/signatures.controller.js';
import { SignersController } from './http/signers.controller.js';
import { MemberActions } from './internal/member-actions.js';
import { RequestDispatcher } from './internal/request-dispatcher.js';
import { RequestJobs } from './internal/request-jobs.js';
import { SealingTrials } from './internal/sealing-trials.js';
import { SignatureQueries } from './internal/signature.queries.js';
import { SignatureEventPublisher } from './internal/signature-event-publisher.js';
import { DispatchSignatureJob } from './jobs/dispatch-signature.job.js';
import { ExpireSignatureJob } from './jobs/expire-signature.job.js';
import { RemindSignersJob } from './jobs/remind-signers.job.js';
import { RequestLists } from './lists/request-lists.js';
import { SignatureExports } from './lists/signature-exports.js';
import { SignatureListQueries } from './lists/signature-list.queries.js';
import { SignatureSearchQueries } from './lists/signature-search.queries.js';
import { CompletedMailComposer } from './mails/completed-mail.composer.js';
import { EndingMailComposer } from './mails/ending-mail.composer.js';
import { HandedOverMailComposer } from './mails/handed-over-mail.composer.js';
import { RecipientMailComposer } from './mails/recipient-mail.composer.js';
import { SignerMailComposer } from './mails/signer-mail.composer.js';
import { PreparedRequests } from './prepared-requests.js';
import { RecipientLink } from './recipients/internal/recipient-link.entity.js';
import { Recipient } from './recipients/recipient.entity.js';
import { RecipientLinks } from './recipients/recipient-links.js';
import { RecipientMails } from './recipients/recipient-mails.js';
import { RecipientReminders } from './recipients/recipient-reminders.js';
import { RecipientsService } from './recipients/recipients.service.js';
import { RequestRecipients } from './recipients/request-recipients.js';
import { RequestCopies } from './request-copies.js';
import { RequestInput } from './request-input.port.js';
import { RequestLifecycle } from './request-lifecycle.js';
import { RequestMails } from './request-mails.js';
import { RequestModels } from './request-models.js';
import { RequestContents } from './retention/internal/request-contents.js';
import { RequestRemoval } from './retention/internal/request-removal.js';
import { RemoveContentsJob } from './retention/jobs/remove-contents.job.js';
import { PersonRequests } from './retention/person-requests.js';
import { RequestErasure } from './retention/request-erasure.js';
import { RequestRetention } from './retention/request-retention.js';
import { SealFailureRecord } from './seal-failure.entity.js';
import { SendPlan } from './send-plan.entity.js';
import { SendPlans } from './send-plans.js';
import { SendingService } from './sending.service.js';
import { Signature } from './signature.entity.js';
import { SignatureAudit } from './signature-audit.js';
import { SignatureAuditEvent } from './signature-audit-event.entity.js';
import { SignaturesService } from './signatures.service.js';
import { HandOvers } from './signers/hand-overs.js';
import { SignerDraft } from './signers/internal/signer-draft.entity.js';
import { SignerPicture } from './signers/internal/signer-picture.entity.js';
import { SignerReminders } from './signers/internal/signer-reminders.js';
import { SignerReplacements } from './signers/internal/signer-replacements.js';
import { PastSigners } from './signers/past-signers.js';
import { Signer } from './signers/signer.entity.js';
import { SignerDrafts } from './signers/signer-drafts.js';
import { SignerLink } from './signers/signer-link.entity.js';
import { SignerLinks } from './signers/signer-links.js';
import { SignerPads } from './signers/signer-pads.js';
import { SignerPictures } from './signers/signer-pictures.js';
import { SignersService } from './signers/signers.service.js';

@Module({
  imports: [
    ActivityModule,
    AuthModule,
    CryptoModule,
    EventsModule,
    JobsModule,
    MailModule,
    ProcessesModule,
    StorageModule,
    TemplatesModule,
    PdfModule,
    PdfSignaturesModule,
    TypeOrmModule.forFeature([
      Signature,
      Signer,
      SignerLink,
      Recipient,
      RecipientLink,
      SignatureDocument,
      FurtherDocument,
      FurtherDocumentFile,
      FurtherDocumentSignature,
      DocumentField,
      RequestFormRow,
      FormValueRow,
      FormFileRow,
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
    SignatureFormsController,
    SignatureAttachmentsController,
    FormImportsController,
    RecipientsController,
    RequestDocumentsController,
  ],
  providers: [
    Attachments,
    MemberActions,
    CancellationService,
    CompletedMailComposer,
    DispatchSignatureJob,
    DocumentArchives,
    DocumentDownloadService,
    DocumentFields,
    DocumentIntake,
    DraftForms,
    FormMeasures,
    FormPreviews,
    DocumentTexts,
    DocumentUploadService,
    EndingMailComposer,
    ExpireSignatureJob,
    FirstPages,
    FurtherDocuments,
    FormImports,
    FormData,
    FormFiles,
    HandedOverMailComposer,
    HandOvers,
    KeptForms,
    TypesetDocuments,
    TestMarks,
    RemindSignersJob,
    RemoveContentsJob,
    PastSigners,
    PersonRequests,
    PreparedRequests,
    RecipientLinks,
    RecipientMailComposer,
    RecipientMails,
    RecipientReminders,
    RecipientsService,
    RequestContents,
    RequestCopies,
    RequestDispatcher,
    RequestErasure,
    RequestForms,
    RequestJobs,
    RequestLifecycle,
    RequestMails,
    RequestModels,
    RequestRecipients,
    RequestRemoval,
    RequestRetention,
    SealingTrials,
    SendingService,
    SendPlans,
    SentForms,
    { provide: RequestInput, useClass: ApiInput },
    SignatureEventPublisher,
    SignatureAudit,
    SignatureExports,
    RequestLists,
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
    DocumentIntake,
    DraftForms,
    FormImports,
    FormMeasures,
    DocumentTexts,
    DocumentUploadService,
    FirstPages,
    DocumentArchives,
    FurtherDocuments,
    FormFiles,
    HandOvers,
    PastSigners,
    PersonRequests,
    PreparedRequests,
    RequestCopies,
    RequestErasure,
    RequestForms,
    RequestInput,
    RequestLifecycle,
    RequestMails,
    RequestModels,
    RequestRecipients,
    RecipientsService,
    RequestRetention,
    SendingService,
    SendPlans,
    SignatureAudit,
    SignatureExports,
    SignaturePapers,
    RequestLists,
    SignaturesService,
    SignerDrafts,
    SignerLinks,
    SignerPads,
    SignerPictures,
    SignersService,
  ],
})
export class SignaturesModule {}
