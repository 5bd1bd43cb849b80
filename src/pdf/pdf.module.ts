import { Module } from '@nestjs/common';
import { OfficeModule } from '../platform/office/office.module.js';
import { PdfService } from './pdf.service.js';
import { TextFonts } from './text-fonts.js';

/** Bytes in, bytes out: everything done to PDFs, in child processes. */
@Module({ imports: [OfficeModule], providers: [PdfService, TextFonts], exports: [PdfService, TextFonts] })
export class PdfModule {}
