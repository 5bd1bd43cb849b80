import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findMemberships } from '../../organizations/account.queries.js';
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
    const opens = Object.fromEntries(ALL_AREAS.map((area) => [area, opensArea(visit, area)]));
    const shell = {
      organizationName: visit.organizationName,
      member: { email: visit.email, role: visit.role, signOn: visit.signOn },
      opens: opens as Record<Area, boolean>,
      otherOrganizations: memberships.filter(({ organizationId }) => organizationId !== visit.organizationId),
      formToken: visit.formToken,
      here: visit.url,
    };
    return new Page(`dashboard/${view}`, { ...model, shell }, status);
  }
}
