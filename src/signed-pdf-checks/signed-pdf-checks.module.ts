import { Module } from '@nestjs/common';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { DocumentChecks } from './document-checks.js';
import { SealedFilesController } from './http/sealed-files.controller.js';
import {
  VerifyDocumentPagesController,
  VerifyDocumentUploadsController,
} from './pages/verify-document.controller.js';

/** Checks of signed PDFs, made by this service or by others, on a public page. */
@Module({
  imports: [PagesModule, PdfSignaturesModule, StorageModule],
  controllers: [VerifyDocumentPagesController, VerifyDocumentUploadsController, SealedFilesController],
  providers: [DocumentChecks],
  exports: [DocumentChecks],
})
export class SignedPdfChecksModule {}
