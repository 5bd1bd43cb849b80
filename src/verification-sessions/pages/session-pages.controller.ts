import { Get, Param, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { isAutomaticRequest } from '../../common/http/preview-agent.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { browserLanguage } from '../../platform/pages/language-choice.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { SessionTokenPipe } from '../http/session-token.pipe.js';
import { addressesOf } from './session-page.view-model.js';
import { SessionPages } from './session-pages.js';

/** The pages of the flow. One address shows the step that is due, so reloads and other devices agree. */
@HostedPages('verify')
export class SessionPagesController {
  constructor(private readonly pages: SessionPages) {}

  @Get(':token')
  show(
    @Param('token', SessionTokenPipe) token: string,
    @Req() request: FastifyRequest,
    @Query('stay') stay?: unknown,
  ): Promise<PageResult> {
    const person = isAutomaticRequest(request) ? null : browserLanguage(request);
    return this.pages.show(token, person, stay !== undefined);
  }

  @Get(':token/document-type')
  documentType(@Param('token', SessionTokenPipe) token: string): Promise<PageResult> {
    return this.pages.documentType(token, false);
  }

  @Get(':token/cancel')
  cancel(@Param('token', SessionTokenPipe) token: string): Promise<PageResult> {
    return this.pages.cancel(token);
  }

  /** These addresses accept only POST: a reload after an error leads back to the step that is due. */
  @Get([':token/start', ':token/front', ':token/back', ':token/human'])
  resume(@Param('token', SessionTokenPipe) token: string): PageResult {
    return new Redirect(addressesOf(token).session);
  }
}
