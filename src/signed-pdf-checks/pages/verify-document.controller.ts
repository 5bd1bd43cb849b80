import { Controller, Get, Post, Req, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import { type FastifyRequest } from 'fastify';
import { arrivalOf } from '../../common/http/arriving.js';
import { clientNetwork } from '../../common/http/client-network.js';
import { chosenFile, fileFaultOf } from '../../common/http/multipart.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { PageInterceptor } from '../../platform/pages/page.interceptor.js';
import { type Page } from '../../platform/pages/page.js';
import { PageErrorFilter } from '../../platform/pages/page-error.filter.js';
import { PAGE_THROTTLER } from '../../platform/pages/page-throttler.guard.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { MAX_CHECKED_BYTES } from '../check-file.js';
import { type CheckResult, DocumentChecks } from '../document-checks.js';
import { UPLOADS_PER_MINUTE, UploadThrottlerGuard } from './upload-throttler.guard.js';
import { choosePage, resultPage } from './verify-document.view-model.js';

const MINUTE_MS = 60_000;

/** The page on which anyone can check a document. */
@HostedPages('verify-document')
export class VerifyDocumentPagesController {
  @Get()
  show(): Page {
    return choosePage();
  }
}

/** Receives the file itself, which the browser only sends when the button is pressed. */
@Controller('verify-document')
@UseGuards(UploadThrottlerGuard)
@UseInterceptors(PageInterceptor)
@UseFilters(PageErrorFilter)
@ApiExcludeController()
export class VerifyDocumentUploadsController {
  constructor(
    private readonly checks: DocumentChecks,
    private readonly uploads: Uploads,
  ) {}

  @Post()
  @Throttle({ [PAGE_THROTTLER]: { limit: UPLOADS_PER_MINUTE, ttl: MINUTE_MS } })
  async check(@Req() request: FastifyRequest): Promise<Page> {
    try {
      return resultPage(await this.receive(request));
    } catch (error) {
      const fault = fileFaultOf(error);
      if (!fault) throw error;
      return choosePage(fault);
    }
  }

  private receive(request: FastifyRequest): Promise<CheckResult> {
    const network = clientNetwork(request.ip);
    const admission = this.checks.admission.of(arrivalOf(request));
    const upload = { tenant: network, organizationId: null, maxBytes: MAX_CHECKED_BYTES, admission };
    return this.uploads.receive(request, upload, async (incoming, signal) => {
      const file = await chosenFile(request, MAX_CHECKED_BYTES, incoming);
      return this.checks.check(network, file, signal);
    });
  }
}
