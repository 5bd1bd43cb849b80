import { Injectable } from '@nestjs/common';
import { AppError, notFound } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { countRecentTests, findEndpoint } from './webhook-endpoint.queries.js';
import { WebhookRecorder } from './webhook-recorder.service.js';

/** So that nobody uses us to flood an address. */
const MAX_PER_MINUTE = 10;

/** Sends test events, in the way of all others. */
@Injectable()
export class WebhookTests {
  constructor(
    private readonly transactions: Transactions,
    private readonly recorder: WebhookRecorder,
  ) {}

  /**
   * Sends a test event to an endpoint, by default the first, whichever events it gets.
   * @returns the delivery's id
   * @throws AppError 400 `no_webhook_address`, `endpoint_disabled`; 404; 429 after ten within a minute, also when several are sent at once
   */
  send(organizationId: number, endpointId?: number): Promise<string> {
    return this.transactions.run(async (tx) => {
      if ((await countRecentTests(tx, organizationId)) >= MAX_PER_MINUTE)
        throw new AppError(429, `More than ${MAX_PER_MINUTE} test events in a minute`, 'too_many_tests');
      const endpoint = await findEndpoint(tx, organizationId, { endpointId });
      if (!endpoint) throw notFound('Endpoint');
      return this.recorder.recordTest(tx, endpoint);
    });
  }
}
