import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findMemberships } from '../../organizations/account.queries.js';
import { TOLD_AFTER_MINUTES } from '../../oversight/domain/telling.policy.js';
import { failingSince } from '../../platform/disruptions/disruption.queries.js';
import { Page } from '../../platform/pages/page.js';
import { ALL_AREAS, type Area, opensArea } from '../domain/areas.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** Puts the pages of members into the dashboard's frame. */
@Injectable()
export class DashboardShell {
  constructor(private readonly dataSource: DataSource) {}

  /** @param view - in `views/dashboard` */
  async page(visit: DashboardVisit, view: string, model: object, status = 200): Promise<Page> {
    const memberships =
      visit.signOn === null ? await findMemberships(this.dataSource.manager, visit.accountId) : [];
    const mailFailingSince = opensArea(visit, 'service') && (await this.mailFailingSince(visit));
    const opens = Object.fromEntries(ALL_AREAS.map((area) => [area, opensArea(visit, area)]));
    const shell = {
      organizationName: visit.organizationName,
      member: { email: visit.email, role: visit.role, signOn: visit.signOn },
      opens: opens as Record<Area, boolean>,
      otherOrganizations: memberships.filter(({ organizationId }) => organizationId !== visit.organizationId),
      formToken: visit.formToken,
      here: visit.url,
      mailFailingSince,
    };
    return new Page(`dashboard/${view}`, { ...model, shell }, status);
  }

  /** Told on every page, because nobody can be told by mail. */
  private mailFailingSince({ organizationId }: DashboardVisit): Promise<Date | null> {
    return failingSince(this.dataSource.manager, organizationId, 'mail', TOLD_AFTER_MINUTES);
  }
}
