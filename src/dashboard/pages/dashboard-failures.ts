import { Injectable, NotFoundException, type OnModuleInit } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { PageErrorFilter, type PageFailure } from '../../platform/pages/page-error.filter.js';
import { type Statement } from '../../platform/templates/statement.js';
import { mayOpen, rolesThatOpen } from '../domain/areas.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { ClosedAreaError } from './dashboard.guard.js';
import { DashboardAdmission } from './dashboard-admission.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardRequest, type DashboardVisit } from './dashboard-visit.decorator.js';

/** An address of the dashboard with slashes at its end. */
const ENDS_IN_SLASH = /^(\/dashboard(?:\/[\w-]+)*)\/+(\?|$)/;

interface Words {
  heading: Statement;
  explanation?: Statement;
  refusal?: RefusalWords;
}

/** Shows members what failed in the frame of the dashboard, with its menu. */
@Injectable()
export class DashboardFailures implements OnModuleInit {
  constructor(
    private readonly shell: DashboardShell,
    private readonly admission: DashboardAdmission,
    private readonly errors: PageErrorFilter,
  ) {}

  onModuleInit(): void {
    this.errors.register('dashboard', (failure, request) => this.answerTo(failure, request));
  }

  /** Null if nobody is signed in, or it cannot be known now. */
  private async answerTo(failure: PageFailure, request: DashboardRequest): Promise<PageResult | null> {
    if (failure.thrown instanceof NotFoundException && ENDS_IN_SLASH.test(request.url))
      return new Redirect(request.url.replace(ENDS_IN_SLASH, '$1$2'));
    const { statusCode } = failure.error;
    const mayAsk = statusCode < 500 && statusCode !== 429;
    const visit = request.dashboardVisit ?? (mayAsk ? await this.visitOf(request) : null);
    if (!visit) return null;
    const model = wordsFor(failure, visit, request.method);
    return mayAsk
      ? this.shell.page(visit, 'failure', model, statusCode)
      : this.shell.plainPage(visit, 'failure', model, statusCode);
  }

  /** The member behind a request that failed before it reached a page. */
  private visitOf(request: FastifyRequest): Promise<DashboardVisit | null> {
    return this.admission.admit(request, false).then(
      ({ visit }) => visit,
      () => null,
    );
  }
}

function wordsFor({ thrown, error, kind }: PageFailure, visit: DashboardVisit, method: string): Words {
  if (thrown instanceof ClosedAreaError) return closedTo(visit, thrown);
  const { statusCode } = error;
  if (statusCode === 404 || (statusCode === 400 && method === 'GET')) return wordsOf('dashboard.failure.404');
  if (statusCode === 403) return wordsOf('dashboard.failure.outdated');
  if (kind !== 'other' || statusCode >= 500) return wordsOf(`pages.error.${kind}`);
  return { heading: { key: 'dashboard.failure.refused.title' }, refusal: refusalWords(error, 'other') };
}

function closedTo(visit: DashboardVisit, { area }: ClosedAreaError): Words {
  const { role, signOn } = visit;
  // Its role would open the area: it is the way of signing in that does not.
  if (area !== undefined && mayOpen(visit, area))
    return wordsOf('dashboard.failure.signOn', { signOn: signOn! });
  const roles =
    area === undefined ? 'nobody' : area === 'bulk-sends' ? 'bulk' : rolesThatOpen(area).join('_');
  return {
    heading: { key: `dashboard.failure.closed.${roles}` },
    explanation: { key: `dashboard.failure.yourRole.${role}` },
  };
}

const wordsOf = (key: string, values: Record<string, string> = {}): Words => ({
  heading: { key: `${key}.title` },
  explanation: { key: `${key}.text`, values },
});
