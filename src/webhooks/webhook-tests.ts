import { Injectable } from '@nestjs/common';
import { AppError, invalid, notFound } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { TEST_EVENT } from './domain/event-types.js';
import { TESTABLE_EVENTS } from './domain/test-events.js';
import { countRecentTests, findEndpoint } from './webhook-endpoint.queries.js';
import { WebhookRecorder } from './webhook-recorder.js';

/** Prevents the use of this service to flood an address. */
const MAX_PER_MINUTE = 10;

/** Sends test events like any other event. */
@Injectable()
export class WebhookTests {
  constructor(
    private readonly transactions: Transactions,
    private readonly recorder: WebhookRecorder,
  ) {}

  /**
   * Sends a test event to an endpoint, by default the first, whatever events it subscribes to.
   * @param type - one of `TESTABLE_EVENTS`
   * @returns the delivery's id
   * @throws AppError 400 `no_webhook_address`, `endpoint_disabled`, `validation_failed` for another type; 404; 429 after
   * ten within a minute, also when several are sent at once
   */
  send(organizationId: number, endpointId?: number, type = TEST_EVENT): Promise<string> {
    if (!TESTABLE_EVENTS.includes(type))
      throw invalid({
        field: 'event',
        message: `event: ${type} is not one of ${TESTABLE_EVENTS.join(', ')}`,
      });
    return this.transactions.run(async (tx) => {
      if ((await countRecentTests(tx, organizationId)) >= MAX_PER_MINUTE)
        throw new AppError(429, `More than ${MAX_PER_MINUTE} test events in a minute`, 'too_many_tests');
      const endpoint = await findEndpoint(tx, organizationId, { endpointId });
      if (!endpoint) throw notFound('Endpoint');
      return this.recorder.recordTest(tx, endpoint, type);
    });
  }
}
