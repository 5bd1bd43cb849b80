import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { type ReleaseCause } from '../../webhooks/endpoint.events.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { findEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { ENDPOINT_HELD_MAIL, ENDPOINT_RELEASED_MAIL } from '../owner-mail.kinds.js';
import { addressedTo } from './addressed-to.js';

/** To each owner, when an endpoint is held because it is down. */
interface EndpointHeldModel extends MailModel {
  /** The endpoint's host only, since its address may contain secrets. */
  host: string;
  since: Date;
  /** The endpoint's page. */
  url: string;
}

/** To each owner, once it is released. */
interface EndpointReleasedModel extends EndpointHeldModel {
  until: Date;
  why: 'accepted' | 'changed';
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'endpoint-held': EndpointHeldModel;
    'endpoint-released': EndpointReleasedModel;
  }
}

/** Times are ISO 8601. */
type HeldIds = { endpointId: number; since: string; userId: number };
type ReleasedIds = HeldIds & { until: string; cause: ReleaseCause };

/** The mails about endpoints held while they are down. */
@Injectable()
export class HoldMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register({
      kind: ENDPOINT_HELD_MAIL,
      compose: async (ids: HeldIds, organizationId): Promise<MailMessage | null> => {
        const about = await this.about(ids, organizationId);
        // If the hold has ended, the mail about its end suffices.
        if (!about?.endpoint.held || about.endpoint.stateSince?.toISOString() !== ids.since) return null;
        return { to: about.to, template: 'endpoint-held', model: about.model };
      },
    });
    this.composers.register({
      kind: ENDPOINT_RELEASED_MAIL,
      compose: async (ids: ReleasedIds, organizationId): Promise<MailMessage | null> => {
        const about = await this.about(ids, organizationId);
        if (!about) return null;
        const why = ids.cause === 'success' ? 'accepted' : 'changed';
        const model = { ...about.model, until: new Date(ids.until), why } as const;
        return { to: about.to, template: 'endpoint-released', model };
      },
    });
  }

  /** Null if the endpoint has no address, or the person is not an owner. */
  private async about(
    { endpointId, since, userId }: HeldIds,
    organizationId: number,
  ): Promise<{ to: string; endpoint: WebhookEndpoint; model: EndpointHeldModel } | null> {
    const { manager } = this.dataSource;
    const endpoint = await findEndpoint(manager, organizationId, { endpointId });
    const addressed = await addressedTo(manager, organizationId, userId);
    if (!addressed || !endpoint?.url) return null;
    const { host } = new URL(endpoint.url);
    const place = endpoint.isFirst ? 'endpoint' : `endpoints/${endpointId}`;
    const url = `${this.settings.publicUrl}/dashboard/${place}`;
    return {
      to: addressed.to,
      endpoint,
      model: { ...addressed.greeting, host, since: new Date(since), url },
    };
  }
}
