import { Controller, Get, Post, Req, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../common/errors.js';
import { uploadedFile } from '../common/http/uploaded-file.js';
import { HostedPages } from '../platform/pages/hosted-pages.decorator.js';
import { PageErrorFilter } from '../platform/pages/page-error.filter.js';
import { PageInterceptor } from '../platform/pages/page.interceptor.js';
import { type Page } from '../platform/pages/page.js';
import { PAGE_THROTTLER } from '../platform/pages/page-throttler.guard.js';
import { MAX_CHECKED_BYTES } from './check-file.js';
import { DocumentChecks } from './document-checks.service.js';
import { UploadThrottlerGuard, UPLOADS_PER_MINUTE } from './upload-throttler.guard.js';
import { choosePage, resultPage } from './verify-document.view-model.js';

const MINUTE_MS = 60_000;
/** Faults of an upload that are told beside the field. */
const FILE_FAULTS = ['file_missing', 'file_too_large'] as const;

/** Where anybody has a document checked. */
@HostedPages('verify-document')
export class VerifyDocumentPagesController {
  @Get()
  show(): Page {
    return choosePage();
  }
}

/** Takes the file itself, which a browser sends only when the person presses the button. */
@Controller('verify-document')
@UseGuards(UploadThrottlerGuard)
@UseInterceptors(PageInterceptor)
@UseFilters(PageErrorFilter)
@ApiExcludeController()
export class VerifyDocumentUploadsController {
  constructor(private readonly checks: DocumentChecks) {}

  @Post()
  @Throttle({ [PAGE_THROTTLER]: { limit: UPLOADS_PER_MINUTE, ttl: MINUTE_MS } })
  async check(@Req() request: FastifyRequest): Promise<Page> {
    try {
      return resultPage(await this.checks.check(request.ip, () => received(request)));
    } catch (error) {
      const fault = FILE_FAULTS.find((code) => error instanceof AppError && error.code === code);
      if (!fault) throw error;
      return choosePage(fault);
    }
  }
}

/** A browser sends an empty file where none was chosen. */
async function received(request: FastifyRequest): Promise<Buffer> {
  const bytes = await uploadedFile(request, MAX_CHECKED_BYTES);
  if (bytes.length === 0) throw new AppError(400, 'No file was chosen', 'file_missing');
  return bytes;
}
