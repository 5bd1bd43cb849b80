import { Module } from '@nestjs/common';
import { SealingModule } from '../sealing/sealing.module.js';
import { DocumentChecks } from './document-checks.service.js';
import { SealedFilesController } from './sealed-files.controller.js';
import {
  VerifyDocumentPagesController,
  VerifyDocumentUploadsController,
} from './verify-document.controller.js';

/** What anybody may ask about a signed document, whoever made it. */
@Module({
  imports: [SealingModule],
  controllers: [VerifyDocumentPagesController, VerifyDocumentUploadsController, SealedFilesController],
  providers: [DocumentChecks],
})
export class DocumentVerificationModule {}
