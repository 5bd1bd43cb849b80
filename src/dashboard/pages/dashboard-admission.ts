import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AccountSessions, type SignedIn } from '../../accounts/account-sessions.js';
import { AppError } from '../../common/errors.js';
import { timeZoneOf, UTC } from '../../common/time-zones.js';
import { Settings } from '../../platform/config/settings.js';
import { browserLanguage } from '../../platform/pages/language-choice.js';
import { localeOfReader } from '../../platform/templates/locales.js';
import { formTokenOf, reachOf, readCookie } from './dashboard-cookies.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { VisitThrottle } from './visit-throttle.js';

/** Nobody is signed in: the error filter redirects to the sign-in page. */
export class SignInRequiredError extends AppError {
  constructor() {
    super(401, 'Sign in first');
  }
}

/** Cookies do not work at this address: the error filter shows which one to use. */
export class InsecureAddressError extends AppError {
  constructor() {
    super(403, 'Cookies would not be safe at this address');
  }
}

/** Set by the page's script (client/time-zone.ts). */
const DEVICE_ZONE_COOKIE = 'countersign_time_zone';

/** The zone that the person chose, or that of the device, or of the organization. */
function zoneOf({ timeZones }: SignedIn, { cookies }: FastifyRequest): string {
  return timeZones.own ?? timeZoneOf(cookies[DEVICE_ZONE_COOKIE]) ?? timeZones.organization ?? UTC;
}

const localeOf = ({ locale: own }: SignedIn, request: FastifyRequest) =>
  localeOfReader({ own, organization: null, ...browserLanguage(request) });

/** Finds the signed-in member behind a request, within the rate limits. */
@Injectable()
export class DashboardAdmission {
  constructor(
    private readonly sessions: AccountSessions,
    private readonly settings: Settings,
    private readonly throttle: VisitThrottle,
  ) {}

  /**
   * @param isUse - whether the request keeps the session alive
   * @throws SignInRequiredError, InsecureAddressError, or AppError 429
   */
  async admit(request: FastifyRequest, isUse: boolean): Promise<{ token: string; visit: DashboardVisit }> {
    const { publicUrl } = this.settings;
    const { ip: address, url } = request;
    const { host } = request.headers;
    await this.throttle.countRequest(address);
    if (reachOf(publicUrl, host) === 'insecure') throw new InsecureAddressError();
    const token = readCookie(request, 'session', publicUrl);
    const signedIn = token && (await this.sessions.find(token, isUse));
    if (!signedIn) {
      await this.throttle.countStranger(address);
      throw new SignInRequiredError();
    }
    const reading = { shownLocale: localeOf(signedIn, request), timeZone: zoneOf(signedIn, request) };
    const visit = { ...signedIn, ...reading, formToken: formTokenOf(token), address, host, url };
    // Known before it is counted, so that a refusal is shown in the frame of the dashboard.
    Object.assign(request, { dashboardVisit: visit });
    await this.throttle.countMember(signedIn.accountId);
    return { token, visit };
  }
}
