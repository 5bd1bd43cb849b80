import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { openDisruptions } from '../../platform/disruptions/disruption.queries.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { ENDPOINT_FAILING_MAIL, ENDPOINT_WORKS_MAIL, MAIL_WORKS_MAIL } from '../owner-mail.kinds.js';
import { addressedTo } from './addressed-to.js';

/** To each owner, of deliveries that fail. */
interface EndpointFailingModel extends MailModel {
  /** The endpoint's host, without what its address may keep secret. */
  host: string;
  since: Date;
  url: string;
}

/** To each owner, once something works again. */
interface WorksAgainModel extends MailModel {
  since: Date;
  until: Date;
  url: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'endpoint-failing': EndpointFailingModel;
    'endpoint-works': WorksAgainModel;
    'mail-works': WorksAgainModel;
  }
}

/** Instants are ISO 8601. */
type FailingIds = { since: string; userId: number };
type WorksIds = FailingIds & { until: string };

/** The mails about times in which deliveries or mails failed. */
@Injectable()
export class DisruptionMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register({
      kind: ENDPOINT_FAILING_MAIL,
      compose: (ids: FailingIds, organizationId) => this.composeFailing(ids, organizationId),
    });
    this.registerWorks(ENDPOINT_WORKS_MAIL, 'endpoint-works', '/deliveries');
    this.registerWorks(MAIL_WORKS_MAIL, 'mail-works', '');
  }

  private registerWorks(kind: string, template: 'endpoint-works' | 'mail-works', page: string): void {
    this.composers.register({
      kind,
      compose: async ({ since, until, userId }: WorksIds, organizationId): Promise<MailMessage | null> => {
        const addressed = await addressedTo(this.dataSource.manager, organizationId, userId);
        if (!addressed) return null;
        const { to, greeting } = addressed;
        const url = this.addressOf(page);
        const model = { ...greeting, since: new Date(since), until: new Date(until), url };
        return { to, template, model };
      },
    });
  }

  /** Null if a delivery has succeeded, or someone has paused the endpoint, in the meantime. */
  private async composeFailing(
    { since, userId }: FailingIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const open = await openDisruptions(manager, organizationId);
    const isOpen = open.some(({ what, beganAt }) => what === 'endpoint' && beganAt.toISOString() === since);
    const endpoint = await findEndpoint(manager, organizationId);
    const addressed = await addressedTo(manager, organizationId, userId);
    if (!isOpen || !addressed || !endpoint?.url || endpoint.paused) return null;
    const { to, greeting } = addressed;
    const { host } = new URL(endpoint.url);
    const url = this.addressOf('/deliveries');
    const model = { ...greeting, host, since: new Date(since), url };
    return { to, template: 'endpoint-failing', model };
  }

  private addressOf(page: string): string {
    return `${this.settings.publicUrl}/dashboard${page}`;
  }
}
