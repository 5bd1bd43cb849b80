import { Module } from '@nestjs/common';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { DocumentChecks } from './document-checks.service.js';
import { SealedFilesController } from './http/sealed-files.controller.js';
import {
  VerifyDocumentPagesController,
  VerifyDocumentUploadsController,
} from './pages/verify-document.controller.js';

/** What anybody may ask about a signed document, whoever made it. */
@Module({
  imports: [PdfSignaturesModule],
  controllers: [VerifyDocumentPagesController, VerifyDocumentUploadsController, SealedFilesController],
  providers: [DocumentChecks],
})
export class SignedPdfChecksModule {}
