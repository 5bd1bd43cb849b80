import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { openDisruptions } from '../../platform/disruptions/disruption.queries.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { ENDPOINT_FAILING_MAIL, ENDPOINT_WORKS_MAIL, MAIL_WORKS_MAIL } from '../owner-mail.kinds.js';
import { addressedTo } from './addressed-to.js';

/** To each owner, when deliveries fail. */
interface EndpointFailingModel extends MailModel {
  /** The endpoint's host only, since its address may contain secrets. */
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
    'endpoint-works': WorksAgainModel & Pick<EndpointFailingModel, 'host'>;
    'mail-works': WorksAgainModel;
  }
}

/** Times are ISO 8601. Mails queued before there could be several endpoints concern the first. */
type FailingIds = { since: string; userId: number; endpointId?: number };
type WorksIds = FailingIds & { until: string };

/** The mails about periods of failing deliveries or mails. */
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
    this.composers.register({
      kind: ENDPOINT_WORKS_MAIL,
      compose: (ids: WorksIds, organizationId) => this.composeEndpointWorks(ids, organizationId),
    });
    this.composers.register({
      kind: MAIL_WORKS_MAIL,
      compose: (ids: WorksIds, organizationId) => this.composeMailWorks(ids, organizationId),
    });
  }

  /** Null if a delivery has succeeded or the endpoint was stopped in the meantime. */
  private async composeFailing(
    { since, userId, endpointId }: FailingIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const endpoint = await findEndpoint(manager, organizationId, { endpointId });
    const open = await openDisruptions(manager, organizationId);
    const isOpen = open.some(
      ({ what, subject, beganAt }) =>
        what === 'endpoint' && subject === endpoint?.id && beganAt.toISOString() === since,
    );
    const addressed = await addressedTo(manager, organizationId, userId);
    if (!isOpen || !addressed || !endpoint?.url || endpoint.paused || endpoint.disabled) return null;
    const { to, greeting } = addressed;
    const { host } = new URL(endpoint.url);
    const url = this.addressOf('/deliveries');
    const model = { ...greeting, host, since: new Date(since), url };
    return { to, template: 'endpoint-failing', model };
  }

  private async composeEndpointWorks(
    { since, until, userId, endpointId }: WorksIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const endpoint = await findEndpoint(manager, organizationId, { endpointId });
    const addressed = await addressedTo(manager, organizationId, userId);
    if (!addressed || !endpoint?.url) return null;
    const { host } = new URL(endpoint.url);
    const times = { since: new Date(since), until: new Date(until) };
    const model = { ...addressed.greeting, ...times, host, url: this.addressOf('/deliveries') };
    return { to: addressed.to, template: 'endpoint-works', model };
  }

  private async composeMailWorks(
    { since, until, userId }: WorksIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const addressed = await addressedTo(this.dataSource.manager, organizationId, userId);
    if (!addressed) return null;
    const times = { since: new Date(since), until: new Date(until) };
    return {
      to: addressed.to,
      template: 'mail-works',
      model: { ...addressed.greeting, ...times, url: this.addressOf('') },
    };
  }

  private addressOf(page: string): string {
    return `${this.settings.publicUrl}/dashboard${page}`;
  }
}
