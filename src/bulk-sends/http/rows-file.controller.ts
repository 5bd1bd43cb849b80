import { Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import {
  templateArchived,
  templateNotFound,
  templateNotPublished,
  templateVersionUnknown,
} from '../../templates/template.errors.js';
import { BulkReports } from '../bulk-reports.js';
import { RowsFileDto } from './dto/bulk-send.dto.js';

@ApiController('templates/:templateId')
export class RowsFileController {
  constructor(private readonly reports: BulkReports) {}

  /** Downloads a CSV file with every column that a bulk send from this template can have, and one row as an example. */
  @Get('rows.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @Refuses(templateNotFound(), templateArchived(), templateNotPublished(), templateVersionUnknown(7))
  example(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('templateId', IdPipe) templateId: number,
    @Query() { version }: RowsFileDto,
  ): Promise<string> {
    return this.reports.example(organizationId, templateId, version ?? null);
  }
}
