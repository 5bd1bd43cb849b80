import { Controller, Get, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { obstacleTo } from '../domain/signing-step.policy.js';
import { SigningAccess } from '../signing-access.service.js';
import { CurrentVisit } from './visit.decorator.js';
import { type Visit } from '../domain/visit.js';

/** What the scripts of the pages ask and report. */
@Controller('sign')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SigningStateController {
  constructor(private readonly access: SigningAccess) {}

  /** The state that a waiting page polls. */
  @Get(':token/state')
  @Header('cache-control', 'no-store')
  async state(@CurrentVisit() visit: Visit): Promise<{ step: string }> {
    const context = await this.access.look(visit);
    return { step: obstacleTo(context) ?? context.identity };
  }

  /** The last page of the document was on screen. */
  @Post(':token/document/read')
  @HttpCode(204)
  async read(@CurrentVisit() visit: Visit): Promise<void> {
    await this.access.recordRead(visit);
  }
}
