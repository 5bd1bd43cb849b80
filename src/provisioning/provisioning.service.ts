import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { operatorOf } from '../activity/domain/activity-event.js';
import { AccountLinks } from '../organizations/account-links.service.js';
import { ApiKeysService } from '../organizations/api-keys.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { takeAdvisoryLock } from '../platform/database/advisory-locks.js';
import { Transactions } from '../platform/database/transactions.js';
import { type ShownSecret, WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';

/** Everything a new organization starts with. The secrets are shown once. */
export interface ProvisionedOrganization extends ShownSecret {
  organizationId: number;
  userId: number;
  /** Null if the owner has an account already, whose password stays. */
  ownerPassword: string | null;
  /** Opens the dashboard once, within an hour, to choose a password. */
  ownerLink: string;
  apiKey: string;
}

export const FIRST_ORGANIZATION = { name: 'My organization', ownerEmail: 'owner@localhost' };
/** Any fixed number. Of several processes that start together, the one with this lock creates the first organization. */
const FIRST_RUN_LOCK = 7_205_760;

@Injectable()
export class ProvisioningService {
  constructor(
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly links: AccountLinks,
    private readonly apiKeys: ApiKeysService,
    private readonly endpoints: WebhookEndpointsService,
    private readonly activity: ActivityLog,
  ) {}

  /** Creates an organization with all that belongs to it. @throws AppError 400 for an invalid name or address */
  async create(input: { name: string; ownerEmail: string }): Promise<ProvisionedOrganization> {
    return this.transactions.run((tx) => this.createIn(tx, input));
  }

  /** Creates the first organization on the first run. `keep` gets it before the commit; if it throws, nothing is created. */
  async provisionFirst(keep: (made: ProvisionedOrganization) => void): Promise<void> {
    await this.transactions.run(async (tx) => {
      await takeAdvisoryLock(tx, FIRST_RUN_LOCK);
      if (!(await this.organizations.isEmpty(tx))) return;
      const made = await this.createIn(tx, FIRST_ORGANIZATION);
      await this.activity.record(tx, { ...operatorOf(made.organizationId), type: 'organization_created' });
      keep(made);
    });
  }

  private async createIn(
    tx: EntityManager,
    input: { name: string; ownerEmail: string },
  ): Promise<ProvisionedOrganization> {
    const made = await this.organizations.create(tx, input);
    const ownerLink = await this.links.create(tx, made.organizationId, input.ownerEmail);
    const { apiKey } = await this.apiKeys.create(tx, made.organizationId);
    return { ...made, ownerLink, apiKey, ...(await this.endpoints.createFor(tx, made.organizationId)) };
  }
}
