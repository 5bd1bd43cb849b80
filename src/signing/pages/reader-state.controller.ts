import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { actIn } from '../domain/opening-act.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { type Visit } from '../domain/visit.js';
import { ReaderAccess } from '../reader-access.js';
import { CurrentVisit } from './visit.decorator.js';

/** Serves the reports of the pages' scripts. */
@Controller('read')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class ReaderStateController {
  constructor(private readonly access: ReaderAccess) {}

  /** A person did something on the page for the first time. */
  @Post(':token/opened')
  @HttpCode(204)
  async opened(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<void> {
    await this.access.recordOpened(visit, actIn(fields));
  }
}
