import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry, type Actor } from '../activity/domain/activity-event.js';
import { type EndpointHeader } from './domain/endpoint-headers.js';
import { EndpointHeaders } from './endpoint-headers.js';
import { findEndpoint } from './webhook-endpoint.queries.js';
import {
  type EndpointChange,
  type NewEndpoint,
  type ShownSecret,
  type WebhookAddress,
  WebhookEndpointsService,
} from './webhook-endpoints.service.js';
import { WebhookTests } from './webhook-tests.js';

/** How a secret is replaced. */
interface SecretRotation {
  when: 'now' | 'in_24_hours';
  /** The endpoint's `updatedAt` that the caller last saw. */
  unchangedSince?: Date;
  endpointId?: number;
}

/** Changes of an endpoint's state, with their names in the activity log. */
const STATES = {
  pause: 'endpoint_paused',
  resume: 'endpoint_resumed',
  disable: 'endpoint_disabled',
  enable: 'endpoint_enabled',
} as const;
export type StateChange = keyof typeof STATES;

/**
 * Changes that members and the operator make to an organization's endpoints; its activity log says who made them.
 * `endpointId` defaults to the first endpoint.
 */
@Injectable()
export class EndpointManagement {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly headers: EndpointHeaders,
    private readonly tests: WebhookTests,
    private readonly activity: ActivityLog,
  ) {}

  /** @returns and throws as `WebhookEndpointsService.add` */
  add(
    by: Actor,
    endpoint: Required<Omit<NewEndpoint, 'organizationId'>>,
  ): Promise<ShownSecret & { endpointId: number }> {
    const { organizationId } = by;
    const { url, events, holdsWhenDown } = endpoint;
    return this.activity.recordWith(
      () => this.endpoints.add({ ...endpoint, organizationId }),
      ({ endpointId: id }) => {
        const subject = { kind: 'webhook_endpoint', id } as const;
        return { ...by, type: 'endpoint_added', subject, data: dataOf({ url, events, holdsWhenDown }) };
      },
    );
  }

  /** @returns and throws as `WebhookEndpointsService.setUrl` */
  save(by: Actor, change: Omit<EndpointChange, 'organizationId'>): Promise<WebhookAddress> {
    return this.recorded(
      by,
      change.endpointId,
      () => this.endpoints.setUrl({ ...change, organizationId: by.organizationId }),
      (saved) => ({ type: 'endpoint_saved', data: dataOf(saved) }),
    );
  }

  /** @throws AppError 404 */
  changeState(by: Actor, change: StateChange, endpointId?: number): Promise<void> {
    const { organizationId } = by;
    const work = () =>
      change === 'pause' || change === 'resume'
        ? this.endpoints.setPaused(organizationId, change === 'pause', endpointId)
        : this.endpoints.setDisabled(organizationId, change === 'disable', endpointId);
    return this.recorded(by, endpointId, work, () => ({ type: STATES[change] }));
  }

  /** @returns and throws as `WebhookEndpointsService.rotateSecret` */
  rotateSecret(
    by: Actor,
    { when, unchangedSince, endpointId }: SecretRotation,
  ): Promise<ShownSecret & { validFrom: Date }> {
    return this.recorded(
      by,
      endpointId,
      () => this.endpoints.rotateSecret(by.organizationId, when, unchangedSince, endpointId),
      () => ({ type: 'secret_rotated', data: { when } }),
    );
  }

  /** @returns and throws as `EndpointHeaders.set` */
  setHeaders(
    by: Actor,
    endpointId: number,
    entered: readonly EndpointHeader[],
    origin: string,
  ): Promise<number> {
    return this.recorded(
      by,
      endpointId,
      () => this.headers.set({ organizationId: by.organizationId, id: endpointId }, entered, origin),
      (count) => ({ type: 'endpoint_headers_set', data: { count } }),
    );
  }

  /** @returns and throws as `WebhookTests.send` */
  sendTest(by: Actor, endpointId?: number, type?: string): Promise<string> {
    return this.recorded(
      by,
      endpointId,
      () => this.tests.send(by.organizationId, endpointId, type),
      (deliveryId) => ({ type: 'test_event_sent', data: { deliveryId } }),
    );
  }

  /** @throws as `WebhookEndpointsService.delete` */
  async delete(by: Actor, endpointId: number): Promise<void> {
    await this.activity.recordWith(
      () => this.endpoints.delete(by.organizationId, endpointId),
      (label) => {
        const subject = { kind: 'webhook_endpoint', id: endpointId } as const;
        return { ...by, type: 'endpoint_deleted', subject, data: { label } };
      },
    );
  }

  private recorded<Result>(
    by: Actor,
    endpointId: number | undefined,
    work: () => Promise<Result>,
    describe: (result: Result) => Pick<ActivityEntry, 'type' | 'data'>,
  ): Promise<Result> {
    return this.activity.recordWith(work, async (result, tx) => {
      const id = endpointId ?? (await findEndpoint(tx, by.organizationId))!.id;
      return { ...by, ...describe(result), subject: { kind: 'webhook_endpoint', id } };
    });
  }
}

/** An address may contain a secret; its host does not. */
const dataOf = ({ url, ...chosen }: WebhookAddress) => ({ host: new URL(url).host, ...chosen });
