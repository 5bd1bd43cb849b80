import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PdfModule } from '../pdf/pdf.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { DocumentTemplatesModule } from '../templates/templates.module.js';
import { CertificateContents } from './certificate-contents.js';
import { CompletionService } from './completion.service.js';
import { CompletionCertificates } from './completion-certificates.js';
import { CompletionMaterials } from './completion-materials.js';
import { DocumentSeals } from './document-seals.js';
import { EvidenceDocuments } from './evidence-documents.js';
import { FieldSignatures } from './field-signatures.js';
import { SealSignatureJob } from './jobs/seal-signature.job.js';
import { SignFieldsJob } from './jobs/sign-fields.job.js';
import { SealFailedMailComposer } from './mails/seal-failed-mail.composer.js';
import { SealFailures } from './seal-failures.js';
import { SealKeyRotation } from './seal-key-rotation.js';
import { SealRetries } from './seal-retries.js';
import { SignatureSealer } from './signature-sealer.js';

/** From the last signature to the sealed PDF: signers' own signatures, the seal, the certificate of completion. */
@Module({
  imports: [
    ActivityModule,
    BrandsModule,
    EventsModule,
    JobsModule,
    MailModule,
    OrganizationsModule,
    StorageModule,
    SignaturesModule,
    DocumentTemplatesModule,
    PdfModule,
    PdfSignaturesModule,
  ],
  providers: [
    CertificateContents,
    CompletionCertificates,
    CompletionMaterials,
    CompletionService,
    DocumentSeals,
    EvidenceDocuments,
    FieldSignatures,
    SealFailedMailComposer,
    SealFailures,
    SealKeyRotation,
    SealRetries,
    SealSignatureJob,
    SignatureSealer,
    SignFieldsJob,
  ],
  exports: [SealKeyRotation, SealRetries],
})
export class CompletionModule {}
