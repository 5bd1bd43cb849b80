import { type DeliveryStatus } from '../../domain/webhook-delivery.state.js';

export class WebhookNotificationDto {
  id: string;
  event: string;
  /** Equals the X-Service-Webhook-Id header. */
  webhookId: string;
  organizationId: string;
  /** The endpoint it goes to. Null for a delivery recorded before the organization had an endpoint. */
  endpointId: number | null;
  /** The webhookId of the delivery that this one replays; null for most. */
  replayOf: string | null;
  status: DeliveryStatus;
  /** The exact JSON payload. */
  requestBody: Record<string, unknown>;
  /** Null on a network error. */
  responseCode: number | null;
  responseBody: string;
  responseHeaders: Record<string, string>;
  /** Time of the latest attempt. */
  deliveredAt: string | null;
  nextRetryAt: string | null;
  failureReason: string | null;
  attempts: number;
}

export class WebhookNotificationPageDto {
  items: WebhookNotificationDto[];
  total: number;
  limit: number;
  offset: number;
}
