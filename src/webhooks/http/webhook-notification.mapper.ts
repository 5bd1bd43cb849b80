import { isoOrNull } from '../../common/timestamps.js';
import { type HistoryRow } from '../webhook-history.queries.js';
import { type WebhookNotificationDto } from './dto/webhook-notification.dto.js';

export function toWebhookNotification(row: HistoryRow): WebhookNotificationDto {
  return {
    id: row.id,
    event: row.event,
    webhookId: row.webhookId,
    organizationId: String(row.organizationId),
    endpointId: row.endpointId,
    replayOf: row.replayOf,
    status: row.status,
    requestBody: JSON.parse(row.body.toString()) as Record<string, unknown>,
    responseCode: row.responseCode,
    responseBody: row.responseBody ?? '',
    responseHeaders: row.responseHeaders ?? {},
    deliveredAt: isoOrNull(row.deliveredAt),
    nextRetryAt: isoOrNull(row.nextRetryAt),
    failureReason: row.failureReason,
    attempts: row.attempts,
  };
}
