import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type SignedIn } from '../dashboard-session.queries.js';

/** A request of a member who is signed in. */
export interface DashboardVisit extends SignedIn {
  /** For the forms of the page. */
  formToken: string;
  address: string;
  /** The request's Host header. */
  host: string | undefined;
  /** The path and query that were asked for. */
  url: string;
}

export interface DashboardRequest extends FastifyRequest {
  dashboardVisit?: DashboardVisit;
}

/** The visit that the dashboard's guard has let in. */
export const CurrentVisit = createParamDecorator(
  (_data: unknown, context: ExecutionContext): DashboardVisit =>
    context.switchToHttp().getRequest<DashboardRequest>().dashboardVisit!,
);
