import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult } from '../../platform/pages/page.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DraftFieldPages } from './draft-field-pages.js';
import { type Fields } from './form-fields.js';

/** The third step of a request made by hand: the fields on the pages of its documents. */
@DashboardPages('/signatures', 'signatures')
export class PrepareFieldsController {
  constructor(private readonly pages: DraftFieldPages) {}

  /** The pages with their fields; with `?table`, the fields as numbers, which needs no scripts; with `?rules`, what the editor loads later. */
  @Get(':id/fields')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() query: Fields,
  ): Promise<PageResult> {
    return this.pages.show(visit, id, 1, query);
  }

  @Post(':id/fields')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() form: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.save(visit, callerOf(visit, request), id, 1, form);
  }

  /** The same for a document after the first. */
  @Get(':id/documents/:n/fields')
  showFurther(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('n', IdPipe) n: number,
    @Query() query: Fields,
  ): Promise<PageResult> {
    return this.pages.show(visit, id, n, query);
  }

  @Post(':id/documents/:n/fields')
  saveFurther(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('n', IdPipe) n: number,
    @Body() form: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.save(visit, callerOf(visit, request), id, n, form);
  }
}
