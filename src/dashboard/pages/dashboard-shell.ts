import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccountSessions } from '../../accounts/account-sessions.js';
import { OrganizationHealth } from '../../oversight/organization-health.js';
import { Page } from '../../platform/pages/page.js';
import { isReviewerBeside } from '../domain/areas.js';
import { ALL_AREAS, type Area, opensArea } from '../domain/areas.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** Wraps members' pages in the dashboard's frame. */
@Injectable()
export class DashboardShell {
  constructor(
    private readonly sessions: AccountSessions,
    private readonly health: OrganizationHealth,
  ) {}

  /** @param view - in `views/dashboard` */
  async page(visit: DashboardVisit, view: string, model: object, status = 200): Promise<Page> {
    const memberships = visit.signOn === null ? await this.sessions.memberships(visit.accountId) : [];
    // Shown on every page, because it cannot be reported by mail.
    const mailFailingSince =
      opensArea(visit, 'service') && (await this.health.mailFailingSince(visit.organizationId));
    const otherOrganizations = memberships.filter(
      ({ organizationId }) => organizationId !== visit.organizationId,
    );
    const shell = { ...plainShell(visit), otherOrganizations, mailFailingSince };
    return new Page(`dashboard/${view}`, { ...model, shell, reader: readerOf(visit) }, status);
  }

  /** The frame without what only the database knows, for when it must not be asked. */
  plainPage(visit: DashboardVisit, view: string, model: object, status: number): Page {
    const frame = { shell: plainShell(visit), reader: readerOf(visit) };
    return new Page(`dashboard/${view}`, { ...model, ...frame }, status);
  }
}

const readerOf = ({ shownLocale: locale, timeZone }: DashboardVisit) => ({ locale, timeZone });

function plainShell(visit: DashboardVisit) {
  const opens = Object.fromEntries(ALL_AREAS.map((area) => [area, opensArea(visit, area)]));
  return {
    organizationName: visit.organizationName,
    isTest: visit.isTest,
    member: {
      email: visit.email,
      name: visit.name,
      role: visit.role,
      isReviewer: isReviewerBeside(visit),
      signOn: visit.signOn,
    },
    opens: opens as Record<Area, boolean>,
    formToken: visit.formToken,
    // Identifies the forms of the page that make something, so that each makes it once (`SentOnce`).
    once: randomUUID(),
    here: visit.url,
  };
}
