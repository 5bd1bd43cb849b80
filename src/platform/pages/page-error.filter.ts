import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { toAppError } from '../../common/http/error.filter.js';
import { asGoneClient, isAnswered } from '../../common/http/gone-client.js';
import { noteRefusal } from '../../common/http/refusal.js';
import { DatabaseWatch } from '../database/database-watch.service.js';
import { PageOwners } from './page-owners.service.js';
import { PageRenderer } from './page-renderer.service.js';
import { Page } from './page.js';

/** Statuses with their own text in `pages.error`; the others share 'other'. */
const EXPLAINED = new Set([404, 413, 429, 503, 507]);
/** Seconds after which a refused request may be repeated. */
const RETRY_AFTER_SECONDS = 60;

/** Shows errors of hosted pages as a page in the person's language, without internals. */
@Catch()
@Injectable()
export class PageErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(PageErrorFilter.name);

  constructor(
    private readonly renderer: PageRenderer,
    private readonly database: DatabaseWatch,
    private readonly owners: PageOwners,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toAppError(asGoneClient(thrown, request, reply));
    const { statusCode } = error;
    noteRefusal(reply, error);
    this.database.report(thrown);
    if (statusCode === 500) this.report(thrown, request);
    if (isAnswered(reply)) return;
    if (statusCode === 429 || statusCode === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
    const kind = kindOf(thrown, statusCode);
    const words = { title: `pages.error.${kind}.title`, text: `pages.error.${kind}.text` };
    // Too many requests must cost nothing, and a fault of ours may be the database's.
    const owner = statusCode < 500 && statusCode !== 429 ? await this.owners.of(request.url) : null;
    const page = new Page('pages/error', { ...owner, ...words }, statusCode);
    await this.renderer.send(page, request, reply).catch((failure: unknown) => {
      // Nobody waits for this promise: a filter that fails would end the process.
      this.report(failure, request);
      if (!isAnswered(reply)) void reply.status(statusCode).type('text/plain').send(error.message);
    });
  }

  private report(thrown: unknown, request: FastifyRequest): void {
    const stack = thrown instanceof Error ? thrown.stack : String(thrown);
    this.logger.error({ requestId: request.id, route: request.routeOptions?.url, stack });
  }
}

/** The key of its texts below `pages.error`. The framework's 404 is an unknown path, ours a link that does not work. */
function kindOf(thrown: unknown, statusCode: number): string {
  if (thrown instanceof NotFoundException) return 'unknown';
  return EXPLAINED.has(statusCode) ? String(statusCode) : 'other';
}
