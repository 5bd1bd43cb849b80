import { Module } from '@nestjs/common';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { DocumentArchiver } from './document-archiver.service.js';
import { DocumentProcessor } from './document-processor.service.js';
import { DocumentSigner } from './document-signer.service.js';
import { DocumentTasks } from './document-tasks.service.js';

/** Bytes to bytes: inspect, lay out, typeset, stamp, sign and compare PDFs, in child processes. */
@Module({
  imports: [PdfSignaturesModule],
  providers: [DocumentArchiver, DocumentProcessor, DocumentSigner, DocumentTasks],
  exports: [DocumentArchiver, DocumentProcessor, DocumentSigner, DocumentTasks],
})
export class PdfModule {}
