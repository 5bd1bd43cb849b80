import { Get, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { zipStream } from '../../common/zip-stream.js';
import { type PageResult } from '../../platform/pages/page.js';
import { SignatureExports } from '../../signatures/signature-exports.service.js';
import { readSignatureChoice, signatureSearch } from '../domain/signature-choice.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { filtersIn } from './list-page.js';
import { ListExports } from './list-exports.service.js';

const ADDRESS = '/dashboard/signatures';
/** One sealed PDF, and as much of it again on its way out. */
const ZIP_BYTES = 64 * 1024 * 1024;

/** The requests that a list shows, as files. */
@DashboardPages('/signatures', 'signatures')
export class SignatureExportsController {
  constructor(
    private readonly requests: SignatureExports,
    private readonly exports: ListExports,
  ) {}

  @Get('export.csv')
  csv(
    @CurrentVisit() visit: DashboardVisit,
    @Query() query: Fields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const choice = readSignatureChoice(query);
    const { filter } = choice;
    return this.exports.send(visit, reply, {
      list: { address: ADDRESS, choice },
      type: 'signatures_exported',
      data: filtersIn(filter),
      baseName: 'signatures',
      format: 'csv',
      read: () => this.requests.csv(signatureSearch(visit.organizationId, filter)),
    });
  }

  @Get('export.zip')
  zip(
    @CurrentVisit() visit: DashboardVisit,
    @Query() query: Fields,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResult> {
    const choice = readSignatureChoice(query);
    const { filter } = choice;
    const search = signatureSearch(visit.organizationId, filter);
    return this.exports.send(visit, reply, {
      list: { address: ADDRESS, choice },
      type: 'sealed_documents_exported',
      data: filtersIn(filter),
      baseName: 'signed-documents',
      format: 'zip',
      sizeBytes: ZIP_BYTES,
      read: () => zipStream(this.requests.sealedDocuments(callerOf(visit, request), search)),
    });
  }
}
