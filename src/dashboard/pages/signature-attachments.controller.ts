import { Get, Param, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Download } from '../../platform/pages/page.js';
import { Attachments } from '../../signatures/form/attachments.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

/** The files that signers gave into the form of a request, whose page lists them. */
@DashboardPages('/signatures', 'signatures')
export class DashboardAttachmentsController {
  constructor(private readonly attachments: Attachments) {}

  @Get(':id/attachments/:fileId')
  async download(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('fileId', IdPipe) fileId: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const key = { organizationId: visit.organizationId, signatureId };
    const caller = callerOf(visit, request);
    const { bytes, mimeType, fileName } = await this.attachments.downloadShown(caller, key, fileId, reply);
    return new Download(bytes, mimeType, fileName);
  }
}
