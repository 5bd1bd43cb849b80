import { type WebhookAttempt } from '../../webhooks/webhook-browsing.queries.js';
import { toDeliveryModel } from './delivery.view-model.js';

const attempt = (number: number, responseBody: string): WebhookAttempt => ({
  attempt: number,
  url: null,
  requestHeaders: null,
  responseCode: 503,
  responseBody,
  responseHeaders: {},
  failureReason: 'HTTP 503',
  durationMs: 20,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: 19,
  attemptedAt: new Date(),
});

const shown = (answers: readonly string[]) => {
  const tries = answers.map((answer, index) => attempt(answers.length - index, answer));
  const delivery = {
    id: '0f0e4f43-6f6e-4f2c-9a8e-6a7f1f1f6f4e',
    seq: 1,
    event: 'signature.created',
    subjectKind: null,
    subjectId: null,
    status: 'failed',
    attempts: tries.length,
    nextRetryAt: null,
    failureReason: null,
    createdAt: new Date(),
    webhookId: '0f0e4f43-6f6e-4f2c-9a8e-6a7f1f1f6f4e',
    endpointId: 1,
    replayOf: null,
    parked: false,
    body: Buffer.from('{}'),
    tries,
  } as const;
  const model = toDeliveryModel(delivery, null);
  expect(model.tries.at(-1)!.phases).toEqual([{ phase: 'firstByte', ms: 19 }]);
  return model.tries.map(({ shownAnswer, isCut }) => [shownAnswer.length, isCut]);
};

describe('answers on the page of a delivery', () => {
  it('shows short answers whole', () => {
    expect(shown(['busy', '', 'x'.repeat(16_000)])).toEqual([
      [4, false],
      [0, false],
      [16_000, false],
    ]);
  });

  it('shows 16,384 characters of answers in all, the newest first', () => {
    const long = 'x'.repeat(10_000);
    expect(shown([long, long, long])).toEqual([
      [10_000, false],
      [6_384, true],
      [0, true],
    ]);
  });
});
