import { type ArgumentsHost, Catch } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { isForm } from './common/http/body-parsing.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { type PageErrorFilter } from './platform/pages/page-error.filter.js';

/**
 * Handles errors outside any controller, such as a body that is too large. A browser that posted a form gets a page, any
 * other client the JSON error.
 */
@Catch()
export class UnreadFormFilter extends ErrorFilter {
  constructor(private readonly pages: PageErrorFilter) {
    super();
  }

  override async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (isForm(request) && !request.url.startsWith('/api/')) await this.pages.catch(thrown, host);
    else await super.catch(thrown, host);
  }
}
