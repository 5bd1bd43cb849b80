import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageThrottlerGuard } from '../platform/pages/page-throttler.guard.js';
import { obstacleTo } from './domain/signing-step.policy.js';
import { SigningAccess } from './signing-access.service.js';
import { CurrentVisit, type Visit } from './visit.decorator.js';

/** Tells a waiting page whether what it waits for has come. */
@Controller('sign')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SigningStateController {
  constructor(private readonly access: SigningAccess) {}

  @Get(':token/state')
  @Header('cache-control', 'no-store')
  async state(@CurrentVisit() visit: Visit): Promise<{ step: string }> {
    const standing = await this.access.look(visit);
    return { step: obstacleTo(standing) ?? standing.identity };
  }
}
