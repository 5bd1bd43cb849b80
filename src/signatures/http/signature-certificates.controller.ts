import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { DocumentDownloadService } from '../documents/document-download.service.js';
import { sendDocument } from './send-document.js';
import { DOWNLOAD_REFUSALS, FILE_TAG, PDF_FILE } from './signature-documents.controller.js';

@ApiController('signatures/:signatureId/certificate')
export class SignatureCertificatesController {
  constructor(private readonly downloads: DocumentDownloadService) {}

  /** Downloads the certificate of completion, a sealed PDF with the evidence attached; 404 before the request is completed. */
  @Get()
  @ApiOkResponse(PDF_FILE)
  @EntityTag(FILE_TAG)
  @Refuses(...DOWNLOAD_REFUSALS)
  async certificate(
    @CurrentPrincipal() caller: Principal,
    @Param('signatureId', IdPipe) signatureId: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendDocument(this.downloads, { caller, signatureId, kind: 'certificate' }, request, reply);
  }
}
