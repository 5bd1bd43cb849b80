import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { operatorOf } from '../activity/domain/activity-event.js';
import { AccountLinks } from '../organizations/account-links.js';
import { ApiKeysService } from '../organizations/api-keys.service.js';
import { type OrganizationInput, OrganizationsService } from '../organizations/organizations.service.js';
import { takeAdvisoryLock } from '../platform/database/advisory-locks.js';
import { Transactions } from '../platform/database/transactions.js';
import { type ShownSecret, WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';

/** Everything a new organization starts with. The secrets are shown once. */
export interface ProvisionedOrganization extends ShownSecret {
  organizationId: number;
  userId: number;
  /** Null if the owner already has an account, whose password stays. */
  ownerPassword: string | null;
  /** Opens the dashboard once, within an hour, to choose a password. */
  ownerLink: string;
  apiKey: string;
}

export const FIRST_ORGANIZATION = { name: 'My organization', ownerEmail: 'owner@localhost' };
/** Any fixed number. Of several processes starting together, the one with this lock creates the first organization. */
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

  /** Creates an organization as the operator, and records it. @throws AppError 400 for an invalid name or address */
  create(input: OrganizationInput): Promise<ProvisionedOrganization> {
    return this.transactions.run((tx) => this.createRecorded(tx, input));
  }

  /**
   * Creates the first organization on the first run. `keep` receives it before the commit; if it throws, nothing is
   * created.
   */
  async provisionFirst(keep: (made: ProvisionedOrganization) => void): Promise<void> {
    await this.transactions.run(async (tx) => {
      await takeAdvisoryLock(tx, FIRST_RUN_LOCK);
      if (await this.organizations.isEmpty(tx)) keep(await this.createRecorded(tx, FIRST_ORGANIZATION));
    });
  }

  /** An organization with everything that belongs to it, and no activity yet. @throws as `create` */
  async make(tx: EntityManager, input: OrganizationInput): Promise<ProvisionedOrganization> {
    const made = await this.organizations.create(tx, input);
    const ownerLink = await this.links.create(tx, made.organizationId, input.ownerEmail);
    const { apiKey } = await this.apiKeys.create(tx, made.organizationId);
    return { ...made, ownerLink, apiKey, ...(await this.endpoints.createFor(tx, made.organizationId)) };
  }

  private async createRecorded(
    tx: EntityManager,
    input: OrganizationInput,
  ): Promise<ProvisionedOrganization> {
    const made = await this.make(tx, input);
    const data = input.isTest ? { isTest: true } : {};
    await this.activity.record(tx, {
      ...operatorOf(made.organizationId),
      type: 'organization_created',
      data,
    });
    return made;
  }
}
