import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Members } from '../accounts/members.js';
import { typesThatHappened } from '../activity/activity.queries.js';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { ApiKeysService } from '../organizations/api-keys.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { hasSentRequests } from '../signatures/lists/open-requests.queries.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';

/** Which steps of setting an organization up are done. */
export interface SetUpProgress {
  brand: boolean;
  document: boolean;
  /** An endpoint has an address, and was sent a test event. */
  endpoint: boolean;
  /** An endpoint has an address. */
  isReceiving: boolean;
  /** The current key was used. */
  apiKey: boolean;
  colleague: boolean;
}

const EVIDENCE = [
  'set_up_hidden',
  'brand_saved',
  'organization_renamed',
  'test_event_sent',
  'invitation_sent',
] as const;

/** How far a new organization is set up. Derived from what happened. */
@Injectable()
export class OrganizationSetUp {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly members: Members,
    private readonly endpoints: WebhookEndpointsService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** Null once a member has hidden it. */
  async find(organizationId: number): Promise<SetUpProgress | null> {
    const { manager } = this.dataSource;
    const happened = await typesThatHappened(manager, organizationId, EVIDENCE);
    if (happened.has('set_up_hidden')) return null;
    const endpoints = await this.endpoints.list(organizationId);
    const isReceiving = endpoints.some(({ url, disabled }) => url !== null && !disabled);
    const key = await this.apiKeys.findActive(manager, organizationId);
    return {
      brand: happened.has('brand_saved') || happened.has('organization_renamed'),
      document: await hasSentRequests(manager, organizationId),
      endpoint: isReceiving && happened.has('test_event_sent'),
      isReceiving,
      apiKey: (key?.lastUsedAt ?? null) !== null,
      colleague: happened.has('invitation_sent') || (await this.members.list(organizationId)).length > 1,
    };
  }

  /** Hides what is left for all members, and records who did. */
  async hide(by: Actor): Promise<void> {
    await this.transactions.run(async (tx) => {
      const happened = await typesThatHappened(tx, by.organizationId, ['set_up_hidden']);
      if (happened.size === 0) await this.activity.record(tx, { ...by, type: 'set_up_hidden' });
    });
  }
}
