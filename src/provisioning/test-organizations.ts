import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { refused } from '../common/errors.js';
import { MAX_NAME } from '../common/validation/limits.js';
import { findUserOf } from '../organizations/account.queries.js';
import { findTestOf, lockOrganization } from '../organizations/organization.queries.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';

const SUFFIX = ' (test)';

export interface TestOrganization {
  id: number;
  name: string;
  /** Whether the account can open it. */
  isMember: boolean;
}

/** Organizations for tests, permanently marked as such, alongside those that members work with. */
@Injectable()
export class TestOrganizations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly endpoints: WebhookEndpointsService,
    private readonly activity: ActivityLog,
  ) {}

  /** The one of an organization; null if it has none. */
  async find(organizationId: number, accountId: number): Promise<TestOrganization | null> {
    const { manager } = this.dataSource;
    const found = await findTestOf(manager, organizationId);
    if (!found) return null;
    const { id, name } = found;
    return { id, name, isMember: (await findUserOf(manager, { organizationId: id, accountId })) !== null };
  }

  /**
   * Creates the one of an organization, with its owner and an endpoint, but no key. Happens once.
   * @throws AppError 400 `is_test` in an organization that is for tests itself
   */
  create(by: Actor, ownerEmail: string): Promise<void> {
    const { organizationId: testOf, address } = by;
    return this.transactions.run(async (tx) => {
      const parent = await lockOrganization(tx, testOf);
      if (parent.isTest) throw refused('is_test', 'This organization is for tests itself');
      if (await findTestOf(tx, testOf)) return;
      const name = parent.name.slice(0, MAX_NAME - SUFFIX.length).trimEnd() + SUFFIX;
      const made = await this.organizations.create(tx, { name, ownerEmail, isTest: true, testOf });
      const { organizationId, userId } = made;
      await this.endpoints.createFor(tx, organizationId);
      const created = { organizationId, userId, address, data: { isTest: true } };
      await this.activity.record(tx, { ...created, type: 'organization_created' });
      await this.activity.record(tx, { ...by, type: 'test_organization_created', data: { organizationId } });
    });
  }
}
