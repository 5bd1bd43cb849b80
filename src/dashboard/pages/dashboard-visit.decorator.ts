import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type SignedIn } from '../../accounts/dashboard-session.queries.js';

/** A request by a signed-in member. */
export interface DashboardVisit extends SignedIn {
  /** For the forms of the page. */
  formToken: string;
  address: string;
  /** The request's Host header. */
  host: string | undefined;
  /** The language of the page: the member's own, or else the browser's. */
  shownLocale: string;
  /** The IANA zone of times on the page, and of times that are entered. */
  timeZone: string;
  /** The requested path and query. */
  url: string;
}

export interface DashboardRequest extends FastifyRequest {
  dashboardVisit?: DashboardVisit;
}

/** The visit admitted by the dashboard's guard. */
export const CurrentVisit = createParamDecorator(
  (_data: unknown, context: ExecutionContext): DashboardVisit =>
    context.switchToHttp().getRequest<DashboardRequest>().dashboardVisit!,
);
