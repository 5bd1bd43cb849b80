import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { PdfModule } from '../pdf/pdf.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { CertificateContents } from './certificate-contents.service.js';
import { CompletionCertificates } from './completion-certificates.service.js';
import { CompletionService } from './completion.service.js';
import { DocumentSeals } from './document-seals.service.js';
import { EvidenceDocuments } from './evidence-documents.service.js';
import { FieldSignatures } from './field-signatures.service.js';
import { SealFailedMailComposer } from './mails/seal-failed-mail.composer.js';
import { SealFailures } from './seal-failures.service.js';
import { SealRetries } from './seal-retries.service.js';
import { SealSignatureJob } from './jobs/seal-signature.job.js';
import { SignFieldsJob } from './jobs/sign-fields.job.js';
import { SignatureSealer } from './signature-sealer.service.js';

/** From the last signature to the sealed PDF: signers' own signatures, the seal, the certificate of completion. */
@Module({
  imports: [
    ActivityModule,
    BrandsModule,
    EventsModule,
    MailModule,
    OrganizationsModule,
    StorageModule,
    SignaturesModule,
    PdfModule,
    PdfSignaturesModule,
  ],
  providers: [
    CertificateContents,
    CompletionCertificates,
    CompletionService,
    DocumentSeals,
    EvidenceDocuments,
    FieldSignatures,
    SealFailedMailComposer,
    SealFailures,
    SealRetries,
    SealSignatureJob,
    SignatureSealer,
    SignFieldsJob,
  ],
  exports: [SealRetries],
})
export class CompletionModule {}
