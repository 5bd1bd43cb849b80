import { Get, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { zipStream } from '../../common/zip-stream.js';
import { type PageResult } from '../../platform/pages/page.js';
import { SignatureExports } from '../../signatures/lists/signature-exports.js';
import { readSignatureChoice, signatureSearch } from '../domain/signature-choice.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';
import { ListExports } from './list-exports.js';
import { filtersIn } from './list-page.js';

const ADDRESS = '/dashboard/signatures';
/** One sealed PDF, and the same size again in transit. */
const ZIP_BYTES = 64 * 1024 * 1024;

/** The requests of a list, as files. */
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
    return this.exports.load(visit, reply, {
      list: { address: ADDRESS, choice },
      baseName: 'signatures',
      format: 'csv',
      read: () => this.requests.csv(actorOf(visit), signatureSearch(visit, filter), filtersIn(filter)),
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
    const search = signatureSearch(visit, filter);
    const caller = callerOf(visit, request);
    return this.exports.load(visit, reply, {
      list: { address: ADDRESS, choice },
      baseName: 'signed-documents',
      format: 'zip',
      sizeBytes: ZIP_BYTES,
      read: async () => zipStream(await this.requests.sealedDocuments(caller, search, filtersIn(filter))),
    });
  }
}
