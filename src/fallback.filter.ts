import { type ArgumentsHost, Catch, NotFoundException } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { isForm } from './common/http/body-parsing.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { type DatabaseWatch } from './platform/database/database-watch.js';
import { type PageErrorFilter } from './platform/pages/page-error.filter.js';
import { wantsPage } from './platform/pages/wants-page.js';

/**
 * Handles errors outside any controller, such as a body that is too large or an unknown path. A browser gets a page, any
 * other client the JSON error.
 */
@Catch()
export class FallbackFilter extends ErrorFilter {
  constructor(
    private readonly pages: PageErrorFilter,
    private readonly database: DatabaseWatch,
  ) {
    super();
  }

  override async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    this.database.report(thrown);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const isUnreadForm = isForm(request) && !request.url.startsWith('/api/');
    const isUnknownPage = thrown instanceof NotFoundException && wantsPage(request);
    if ((isUnreadForm || isUnknownPage) && isReadyForPages(host)) await this.pages.catch(thrown, host);
    else await super.catch(thrown, host);
  }
}

/** False for a request refused at its first line, which has neither cookies nor nonces yet. */
function isReadyForPages(host: ArgumentsHost): boolean {
  const http = host.switchToHttp();
  const { cookies } = http.getRequest<Partial<FastifyRequest>>();
  const { cspNonce } = http.getResponse<Partial<FastifyReply>>();
  return Boolean(cookies && cspNonce);
}
