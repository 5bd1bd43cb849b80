import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../common/errors.js';
import { toAppError } from '../../common/http/error.filter.js';
import { asGoneClient, isAnswered } from '../../common/http/gone-client.js';
import { noteRefusal } from '../../common/http/refusal.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { Page, type PageResult } from './page.js';
import { PageOwners } from './page-owners.js';
import { PageRenderer } from './page-renderer.js';

/** Statuses with their own text in `pages.error`; the others share 'other'. */
const EXPLAINED = new Set([404, 413, 429, 503, 507]);
/** Seconds after which a refused request may be repeated. */
const RETRY_AFTER_SECONDS = 60;

/** What failed, for the page that shows it. */
export interface PageFailure {
  thrown: unknown;
  error: AppError;
  /** The key of its texts below `pages.error`. */
  kind: string;
}

type Frame = (failure: PageFailure, request: FastifyRequest) => Promise<PageResult | null>;

/** Shows errors of hosted pages as a page in the person's language, without internals. */
@Catch()
@Injectable()
export class PageErrorFilter implements ExceptionFilter {
  private readonly frames = new Map<string, Frame>();
  private readonly logger = new Logger(PageErrorFilter.name);

  constructor(
    private readonly renderer: PageRenderer,
    private readonly database: DatabaseWatch,
    private readonly owners: PageOwners,
  ) {}

  /** @param path the first part of the pages' addresses @param frame shows what failed; null for a page of its own */
  register(path: string, frame: Frame): void {
    this.frames.set(path, frame);
  }

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
    const failure = { thrown, error, kind: kindOf(thrown, statusCode) };
    const page = (await this.framed(failure, request)) ?? (await this.plainPage(failure, request.url));
    await this.renderer.send(page, request, reply).catch((fault: unknown) => {
      // This promise is not awaited: if the filter failed, the process would crash.
      this.report(fault, request);
      if (!isAnswered(reply)) void reply.status(statusCode).type('text/plain').send(error.message);
    });
  }

  private async framed(failure: PageFailure, request: FastifyRequest): Promise<PageResult | null> {
    const [, path = ''] = /^\/([a-z]+)(?![^/?])/.exec(request.url) ?? [];
    // What failed is to be shown even if its frame fails as well.
    return (
      this.frames
        .get(path)?.(failure, request)
        .catch(() => null) ?? null
    );
  }

  private async plainPage({ error: { statusCode }, kind }: PageFailure, url: string): Promise<Page> {
    const words = { title: `pages.error.${kind}.title`, text: `pages.error.${kind}.text` };
    // Refusing too many requests must be cheap, and a fault of ours may be the database's.
    const owner = statusCode < 500 && statusCode !== 429 ? await this.owners.of(url) : null;
    return new Page('pages/error', { ...owner, ...words }, statusCode);
  }

  private report(thrown: unknown, request: FastifyRequest): void {
    const stack = thrown instanceof Error ? thrown.stack : String(thrown);
    this.logger.error({ requestId: request.id, route: request.routeOptions?.url, stack });
  }
}

/** The key of its texts below `pages.error`. The framework's 404 is an unknown path; ours is an invalid link. */
function kindOf(thrown: unknown, statusCode: number): string {
  if (thrown instanceof NotFoundException) return 'unknown';
  return EXPLAINED.has(statusCode) ? String(statusCode) : 'other';
}
