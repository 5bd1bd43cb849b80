import { Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { DocumentDownloadService } from '../document-download.service.js';
import { DOWNLOAD_REFUSALS, PDF_FILE, sendFile } from './signature-documents.controller.js';

@ApiController('signatures/:signatureId/certificate')
export class SignatureCertificatesController {
  constructor(private readonly downloads: DocumentDownloadService) {}

  /** Downloads the certificate of completion, a sealed PDF with the evidence attached; 404 before the request is completed. */
  @Get()
  @ApiOkResponse(PDF_FILE)
  @Refuses(...DOWNLOAD_REFUSALS)
  async certificate(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) id: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendFile(reply, await this.downloads.download(caller, id, 'certificate', reply));
  }
}
