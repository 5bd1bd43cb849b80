import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AppError, forbidden } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { findSession, type SignedIn } from '../dashboard-session.queries.js';
import { type Area, opensArea } from '../domain/areas.js';
import { formTokenOf, isFromOwnSite, isOwnForm, reachOf, readCookie } from './dashboard-cookies.js';
import { type DashboardRequest } from './dashboard-visit.decorator.js';
import { VisitThrottle } from './visit-throttle.service.js';

const AREA = Symbol('area of the dashboard');

/** The area that a controller or route belongs to. Without one nobody gets in. */
export const InArea = (area: Area) => SetMetadata(AREA, area);

const TOKEN_IN_PARTS = Symbol('token among the parts of an upload');

/**
 * A route whose form has a file. The token arrives with the parts of the body, which are read by the handler: it must
 * check the token before anything is done.
 */
export const TokenInParts = () => SetMetadata(TOKEN_IN_PARTS, true);

const UNATTENDED = Symbol('asked for by pages');

/** A route that pages ask for by themselves, which does not count as activity. */
export const Unattended = () => SetMetadata(UNATTENDED, true);

/** What a page sends along when it fetches itself again without its reader. */
const UNATTENDED_HEADER = 'x-unattended';

/** Whether a page fetches itself again without its reader. */
export const isUnattended = ({ headers }: FastifyRequest) => headers[UNATTENDED_HEADER] !== undefined;

/** Nobody is signed in: the error filter leads to the sign-in page. */
export class SignInRequiredError extends AppError {
  constructor() {
    super(401, 'Sign in first');
  }
}

/** Cookies do not work at this address: the error filter says which one to use. */
export class InsecureAddressError extends AppError {
  constructor() {
    super(403, 'Cookies would not be safe at this address');
  }
}

/** Admits members whose role opens the area, and their own forms only; nobody too often. */
@Injectable()
export class DashboardGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly throttle: VisitThrottle,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<DashboardRequest>();
    const { token, signedIn } = await this.admit(context, request);
    const area = this.reflector.getAllAndOverride<Area | undefined>(AREA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (area === undefined || !opensArea(signedIn, area))
      throw forbidden('Your role has no access to this page');
    if (request.method !== 'GET' && !this.isOwn(context, request, token))
      throw forbidden('This form was not sent from a current page of the dashboard');
    void http.getResponse<FastifyReply>().header('vary', 'Cookie');
    request.dashboardVisit = {
      ...signedIn,
      formToken: formTokenOf(token),
      address: request.ip,
      host: request.headers.host,
      url: request.url,
    };
    return true;
  }

  /** @throws SignInRequiredError, InsecureAddressError, or AppError 429 */
  private async admit(
    context: ExecutionContext,
    request: DashboardRequest,
  ): Promise<{ token: string; signedIn: SignedIn }> {
    const { publicUrl } = this.settings;
    await this.throttle.countRequest(request.ip);
    if (reachOf(publicUrl, request.headers.host) === 'insecure') throw new InsecureAddressError();
    const token = readCookie(request, 'session', publicUrl);
    const signedIn = token && (await findSession(this.dataSource.manager, token, this.isUse(context)));
    if (!signedIn) {
      await this.throttle.countStranger(request.ip);
      throw new SignInRequiredError();
    }
    await this.throttle.countMember(signedIn.accountId);
    return { token, signedIn };
  }

  private isOwn(context: ExecutionContext, request: DashboardRequest, token: string): boolean {
    const isLater = this.reflector.get<boolean | undefined>(TOKEN_IN_PARTS, context.getHandler());
    return isLater ? isFromOwnSite(request) : isOwnForm(request, token);
  }

  /** Otherwise a page that is left open would keep its session alive. */
  private isUse(context: ExecutionContext): boolean {
    const isByItself = this.reflector.get<boolean | undefined>(UNATTENDED, context.getHandler());
    return !isByItself && !isUnattended(context.switchToHttp().getRequest());
  }
}
