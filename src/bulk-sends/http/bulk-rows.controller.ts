import { Readable } from 'node:stream';
import { Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { overloaded, refused } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { uploadedFile, uploadRefusals } from '../../common/http/multipart.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { Uploads } from '../../platform/storage/uploads.js';
import { BulkReports } from '../bulk-reports.js';
import { BulkUploads } from '../bulk-uploads.js';
import { MAX_FILE_BYTES } from '../domain/bulk-send.state.js';
import {
  bulkEnded,
  bulkRunning,
  bulkSendNotFound,
  bulkStarted,
  rowsMixed,
  rowsReplaced,
} from '../internal/bulk.errors.js';
import { toUploadedRows } from './bulk-send.mapper.js';
import { UploadRowsDto } from './dto/bulk-send.dto.js';
import { UploadedRowsDto } from './dto/bulk-send-response.dto.js';
import { ROW_TYPES, toGivenFile } from './given-file.js';

/** What a report holds in memory at a time, at most. */
const REPORT_BYTES = 1024 * 1024;
const CSV = 'text/csv; charset=utf-8';
const CSV_ANSWER = { content: { 'text/csv': { schema: { type: 'string' } } } } as const;
const FORM = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary', description: 'CSV, TSV, NDJSON, or an array of JSON.' },
  },
  required: ['file'],
};
const UNREADABLE = [
  refused('encoding_unclear', 'Line 7 is not UTF-8: save the file as UTF-8, or say which encoding it has'),
  refused(
    'encoding_contradicted',
    'encoding is utf-8, but the file begins with the byte order mark of utf-16le',
  ),
  refused('encoding_wrong', 'Line 7 has bytes that mean nothing in shift_jis'),
  refused('delimiter_unclear', 'It is unclear what separates the columns: say the delimiter'),
  refused('delimiter_contradicted', 'delimiter is the comma, but the file names the semicolon'),
  refused('header_invalid', 'Column 3 has no name in line 1, the header'),
  refused('columns_repeated', "Line 1, the header, names the column 'email' twice"),
  refused('columns_too_many', 'The file has 2001 columns, but may have 2000'),
  refused('column_unknown', 'columns.Rent names a column that the file does not have'),
  refused('column_repeated', "The columns 'email' and 'E-Mail' both mean tenant.email"),
  refused('column_missing', 'The file has no column tenant.email, which the template needs'),
  refused('rows_missing', 'The file has no rows'),
  refused('rows_too_many', 'The file has more than 10000 rows'),
  refused('rows_unreadable', 'The JSON cannot be read from line 3: a comma is missing between two elements'),
];

@ApiController('bulk-sends/:bulkSendId')
export class BulkRowsController {
  constructor(
    private readonly bulkUploads: BulkUploads,
    private readonly reports: BulkReports,
    private readonly uploads: Uploads,
    private readonly downloads: Downloads,
  ) {}

  /**
   * Uploads the rows, as the multipart field `file` or as the raw body, and checks all of them against the template. They
   * replace former rows, or only those with faults; nothing is sent.
   */
  @Put('rows')
  @RouteConfig({ acceptsFile: true })
  @Refuses(
    bulkSendNotFound(),
    bulkRunning(),
    bulkStarted(),
    bulkEnded('finished'),
    bulkEnded('cancelled'),
    rowsMixed(),
    rowsReplaced(),
    ...UNREADABLE,
    ...uploadRefusals(MAX_FILE_BYTES),
    overloaded(),
  )
  @ApiBody({ schema: FORM })
  @ApiConsumes('multipart/form-data', ...Object.keys(ROW_TYPES))
  async put(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
    @Query() query: UploadRowsDto,
    @Req() request: FastifyRequest,
  ): Promise<UploadedRowsDto> {
    const { organizationId } = caller;
    const given = toGivenFile(query, request.headers['content-type']);
    const upload = { tenant: String(organizationId), organizationId: null, maxBytes: MAX_FILE_BYTES };
    return this.uploads.receive(request, upload, async () => {
      const rows = await (query.replaces === 'faulty'
        ? this.bulkUploads.beginMending(caller, bulkSendId, given)
        : this.bulkUploads.begin(caller, bulkSendId, given));
      await uploadedFile(request, MAX_FILE_BYTES, rows);
      return toUploadedRows(await this.bulkUploads.keep(caller, rows));
    });
  }

  /**
   * Downloads the rows with faults as CSV, with the columns of the file, the line of each row and what is wrong with it: to
   * be corrected and uploaded again.
   */
  @Get('errors.csv')
  @ApiOkResponse(CSV_ANSWER)
  @Refuses(bulkSendNotFound(), overloaded())
  async errors(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, organizationId, () => this.reports.errors({ organizationId, bulkSendId }));
  }

  /** Downloads what became of each row as CSV, with the state of its request. */
  @Get('results.csv')
  @ApiOkResponse(CSV_ANSWER)
  @Refuses(bulkSendNotFound(), overloaded())
  async results(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, organizationId, () => this.reports.results({ organizationId, bulkSendId }));
  }

  private async send(
    reply: FastifyReply,
    organizationId: number,
    lines: () => Promise<AsyncGenerator<string>>,
  ): Promise<void> {
    const stream = await this.downloads.load(reply, { organizationId, sizeBytes: REPORT_BYTES }, async () =>
      Readable.from(await lines()),
    );
    await reply.type(CSV).send(stream);
  }
}
