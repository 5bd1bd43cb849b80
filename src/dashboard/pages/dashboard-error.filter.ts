import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Settings } from '../../platform/config/settings.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { PageErrorFilter } from '../../platform/pages/page-error.filter.js';
import { PageRenderer } from '../../platform/pages/page-renderer.js';
import { nextAddress } from '../domain/next-address.js';
import { InsecureAddressError, SignInRequiredError } from './dashboard-admission.js';

/** Redirects signed-out people to the sign-in page and explains unsafe addresses. Other errors are handled as on every page. */
@Catch()
@Injectable()
export class DashboardErrorFilter implements ExceptionFilter {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly errors: PageErrorFilter,
    private readonly settings: Settings,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const answer = this.answerTo(thrown, request);
    if (answer) await this.renderer.send(answer, request, http.getResponse<FastifyReply>());
    else await this.errors.catch(thrown, host);
  }

  private answerTo(thrown: unknown, { method, url }: FastifyRequest): PageResult | null {
    if (thrown instanceof InsecureAddressError)
      return new Page('dashboard/insecure', { publicUrl: this.settings.publicUrl }, 403);
    if (!(thrown instanceof SignInRequiredError)) return null;
    // A form that was posted too late is not resubmitted automatically.
    const next = method === 'GET' ? nextAddress(url) : nextAddress(undefined);
    return new Redirect(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
  }
}
