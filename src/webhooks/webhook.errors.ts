import { AppError, refused } from '../common/errors.js';

export const cursorExpired = () =>
  new AppError(
    410,
    'after: the feed was restored to a state before this cursor; read it again without a cursor',
    'cursor_expired',
  );

export const eventsRemoved = () =>
  new AppError(
    410,
    'after: events following this cursor are no longer kept; continue without a cursor, from the oldest event that is kept',
    'events_removed',
  );

export const noWebhookAddress = () => refused('no_webhook_address', 'The endpoint has no address');
export const endpointDisabled = () => refused('endpoint_disabled', 'The endpoint is disabled');
export const deliveryPending = () =>
  refused('delivery_pending', 'The delivery has not ended: it is still being attempted automatically');
