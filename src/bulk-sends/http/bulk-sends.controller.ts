import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { Paged } from '../../auth/paged.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { refusedAll } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import {
  templateArchived,
  templateNotFound,
  templateNotPublished,
  templateVersionUnknown,
} from '../../templates/template.errors.js';
import { BulkRuns } from '../bulk-runs.js';
import { BulkSends } from '../bulk-sends.js';
import {
  bulkEnded,
  bulkNotPaused,
  bulkNotRunning,
  bulkRunning,
  bulkSendNotFound,
  bulkStarted,
  overCeiling,
  rowsInvalid,
  rowsMissing,
  rowsRepeated,
} from '../internal/bulk.errors.js';
import { toBulkSend, toRow } from './bulk-send.mapper.js';
import { CreateBulkSendDto, ListBulkSendsDto, ListRowsDto, StartBulkSendDto } from './dto/bulk-send.dto.js';
import { BulkSendDto, BulkSendListDto, BulkSendRowListDto } from './dto/bulk-send-response.dto.js';

@ApiController('bulk-sends')
export class BulkSendsController {
  constructor(
    private readonly bulkSends: BulkSends,
    private readonly runs: BulkRuns,
  ) {}

  /** Creates a bulk send without rows, from a published version of a template. */
  @Post()
  @Refuses(
    templateNotFound(),
    templateArchived(),
    templateNotPublished(),
    templateVersionUnknown(7),
    refusedAll([
      {
        code: 'value_unknown',
        field: 'readOnly[0]',
        message: "readOnly[0] is 'rennt': readOnly[0] belongs to no field of the template",
      },
    ]),
  )
  async create(@CurrentPrincipal() caller: Principal, @Body() body: CreateBulkSendDto): Promise<BulkSendDto> {
    const { name, templateId, version = null, onInvalid = 'stop', readOnly = [], ...defaults } = body;
    const given = { name, templateId, version, onInvalid, defaults: { ...defaults, readOnly } };
    return toBulkSend(await this.bulkSends.create(caller, given));
  }

  /** Lists the organization's bulk sends, the latest first. */
  @Get()
  @Paged('skip')
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { skip, limit }: ListBulkSendsDto,
  ): Promise<BulkSendListDto> {
    const { views, total } = await this.bulkSends.list(organizationId, { skip, limit });
    return { items: views.map(toBulkSend), total, skip, limit };
  }

  /** Returns a bulk send with the numbers of its rows. */
  @Get(':bulkSendId')
  @Refuses(bulkSendNotFound())
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.bulkSends.get({ organizationId, bulkSendId }));
  }

  /** Lists the rows of a bulk send without their values, with everything that is wrong with them. */
  @Get(':bulkSendId/rows')
  @Paged('skip')
  @Refuses(bulkSendNotFound())
  async rows(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
    @Query() { skip, limit, rowState: state }: ListRowsDto,
  ): Promise<BulkSendRowListDto> {
    const { rows, total } = await this.bulkSends.rows({ organizationId, bulkSendId }, { skip, limit, state });
    return { items: rows.map(toRow), total, skip, limit };
  }

  /** Starts to send the rows without faults. */
  @Post(':bulkSendId/start')
  @HttpCode(200)
  @Refuses(
    bulkSendNotFound(),
    rowsMissing(),
    rowsInvalid(3),
    rowsRepeated(7),
    overCeiling(10_000, 15_000, 20_000),
    bulkRunning(),
    bulkStarted(),
    bulkEnded('finished'),
    bulkEnded('cancelled'),
  )
  async start(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
    @Body() { confirmRepeated = false }: StartBulkSendDto,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.runs.start(caller, bulkSendId, { confirmRepeated }));
  }

  /** Pauses a running bulk send. Once it answers, no further row is sent. */
  @Post(':bulkSendId/pause')
  @HttpCode(200)
  @Refuses(bulkSendNotFound(), bulkNotRunning())
  async pause(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.runs.pause(caller, bulkSendId));
  }

  /** Goes on with a paused bulk send. */
  @Post(':bulkSendId/resume')
  @HttpCode(200)
  @Refuses(bulkSendNotFound(), bulkNotPaused())
  async resume(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.runs.resume(caller, bulkSendId));
  }

  /** Cancels the rows that were not sent. Requests that were made stay as they are. */
  @Post(':bulkSendId/cancel')
  @HttpCode(200)
  @Refuses(bulkSendNotFound(), bulkEnded('finished'), bulkEnded('cancelled'))
  async cancel(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.runs.cancel(caller, bulkSendId));
  }

  /** Sends the rows once more whose requests could not be made. Without any, nothing changes. */
  @Post(':bulkSendId/retry')
  @HttpCode(200)
  @Refuses(bulkSendNotFound(), bulkRunning(), bulkEnded('cancelled'))
  async retry(
    @CurrentPrincipal() caller: Principal,
    @Param('bulkSendId', IdPipe) bulkSendId: number,
  ): Promise<BulkSendDto> {
    return toBulkSend(await this.runs.retry(caller, bulkSendId));
  }
}
