import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, forbidden } from '../../common/errors.js';
import { type Area, opensArea } from '../domain/areas.js';
import { DashboardAdmission } from './dashboard-admission.js';
import { isFromOwnSite, isOwnForm } from './dashboard-cookies.js';
import { type DashboardRequest } from './dashboard-visit.decorator.js';

const AREA = Symbol('area of the dashboard');

/** The area of a controller or route. Without one, nobody is admitted. */
export const InArea = (area: Area) => SetMetadata(AREA, area);

const TOKEN_IN_PARTS = Symbol('token among the parts of an upload');

/**
 * A route whose form includes a file. The token is in the body, which the handler reads: it must check the token
 * before doing anything.
 */
export const TokenInParts = () => SetMetadata(TOKEN_IN_PARTS, true);

const UNATTENDED = Symbol('asked for by pages');

/** A route that pages request automatically, which does not count as activity. */
export const Unattended = () => SetMetadata(UNATTENDED, true);

/** Sent by a page that refreshes itself without its reader. */
const UNATTENDED_HEADER = 'x-unattended';

/** Whether a page is refreshing itself without its reader. */
export const isUnattended = ({ headers }: FastifyRequest) => headers[UNATTENDED_HEADER] !== undefined;

/** The member's role does not open the area: the error filter says which ones do. */
export class ClosedAreaError extends AppError {
  constructor(readonly area: Area | undefined) {
    super(403, 'Your role has no access to this page');
  }
}

/** Admits members whose role opens the area, and only forms of our own pages, within the rate limits. */
@Injectable()
export class DashboardGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: DashboardAdmission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<DashboardRequest>();
    const { token, visit } = await this.admission.admit(request, this.isUse(context));
    // Before the refusals, which are shown in the member's frame.
    request.dashboardVisit = visit;
    const area = this.reflector.getAllAndOverride<Area | undefined>(AREA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (area === undefined || !opensArea(visit, area)) throw new ClosedAreaError(area);
    if (request.method !== 'GET' && !this.isOwn(context, request, token))
      throw forbidden('This form was not sent from a current page of the dashboard');
    void http.getResponse<FastifyReply>().header('vary', 'Cookie');
    return true;
  }

  /** @throws SignInRequiredError, InsecureAddressError, or AppError 429 */
  private isOwn(context: ExecutionContext, request: DashboardRequest, token: string): boolean {
    const isLater = this.reflector.get<boolean | undefined>(TOKEN_IN_PARTS, context.getHandler());
    return isLater ? isFromOwnSite(request) : isOwnForm(request, token);
  }

  /** False for automatic requests: otherwise a page left open would keep its session alive. */
  private isUse(context: ExecutionContext): boolean {
    const isByItself = this.reflector.get<boolean | undefined>(UNATTENDED, context.getHandler());
    return !isByItself && !isUnattended(context.switchToHttp().getRequest());
  }
}
