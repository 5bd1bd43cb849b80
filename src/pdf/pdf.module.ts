import { Module } from '@nestjs/common';
import { PdfService } from './pdf.service.js';

/** Bytes in, bytes out: everything done to PDFs, in child processes. */
@Module({ providers: [PdfService], exports: [PdfService] })
export class PdfModule {}
