import { Get, Param, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { zipStream } from '../../common/zip-stream.js';
import { Download, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { DocumentArchives } from '../../signatures/documents/document-archives.js';
import { DocumentDownloadService } from '../../signatures/documents/document-download.service.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

const KINDS = ['original', 'signed'] as const;

/** The files of a request with several documents. */
@DashboardPages('/signatures', 'signatures')
export class RequestDocumentsController {
  constructor(
    private readonly documents: DocumentDownloadService,
    private readonly archives: DocumentArchives,
    private readonly room: Downloads,
  ) {}

  /** All signed PDFs with their certificate and a manifest, as a ZIP archive. */
  @Get(':id/archive')
  async archive(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamedDownload> {
    const { entries, sizeBytes } = await this.archives.open(callerOf(visit, request), id);
    const { organizationId } = visit;
    return this.room.load(reply, { organizationId, sizeBytes }, () =>
      Promise.resolve(new StreamedDownload(zipStream(entries), 'application/zip', `signature-${id}.zip`)),
    );
  }

  @Get(':id/documents/:n/:kind')
  async download(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('n', IdPipe) n: number,
    @Param('kind') asked: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const kind = KINDS.find((known) => known === asked);
    if (!kind) throw new AppError(404, 'There is no such document');
    const file = await this.documents.download(callerOf(visit, request), id, kind, reply, n);
    return new Download(file.bytes, file.mimeType, file.fileName);
  }
}
