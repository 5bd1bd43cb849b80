import { type AnswerOf, type BodyOf, type QueryOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { type Pages, pagesOf } from '../pages.js';
import { json, type Transport } from '../transport.js';

/** What was delivered to your endpoints, and how. */
export class WebhookNotifications {
  constructor(private readonly transport: Transport) {}

  list(
    query: QueryOf<'webhookNotificationsList'> = {},
    options?: CallOptions,
  ): Pages<AnswerOf<'webhookNotificationsList'>> {
    return pagesOf(this.transport, 'webhookNotificationsList', query, options);
  }

  /** Delivers the event of this record once more. */
  replay(deliveryId: string, options?: ChangeOptions): Promise<AnswerOf<'webhookReplaysReplay'>> {
    return this.transport.json('webhookReplaysReplay', { path: { deliveryId }, options });
  }

  /** Delivers again everything that has finally failed within a period. */
  replayFailed(
    within: BodyOf<'webhookReplaysReplayFailed'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'webhookReplaysReplayFailed'>> {
    return this.transport.json('webhookReplaysReplayFailed', { body: json(within), options });
  }

  /** How far `replayFailed` is. @param replayId from its answer */
  replayProgress(replayId: string, options?: CallOptions): Promise<AnswerOf<'webhookReplaysProgress'>> {
    return this.transport.json('webhookReplaysProgress', { path: { replayId }, options });
  }
}
