import { Controller, Get, Header, Param, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageThrottlerGuard } from '../platform/pages/page-throttler.guard.js';
import { progressStep } from './session-page.view-model.js';
import { SessionTokenPipe } from './session-token.pipe.js';
import { Sessions } from './sessions.service.js';

/** Tells the page that waits for a check how far it is. */
@Controller('verify')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SessionStateController {
  constructor(private readonly sessions: Sessions) {}

  @Get(':token/state')
  @Header('cache-control', 'no-store')
  async state(@Param('token', SessionTokenPipe) token: string): Promise<{ step: string }> {
    return { step: progressStep(await this.sessions.look(token, false)) };
  }
}
