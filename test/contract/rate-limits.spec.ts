import { Metrics } from '../../src/platform/metrics/metrics.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { SIGNATURES } from '../support/samples.js';

const TOO_MANY = {
  statusCode: 429,
  message: 'ThrottlerException: Too Many Requests',
  error: 'Too Many Requests',
};

describe('rate limits', () => {
  let test: TestApp;

  beforeEach(async () => {
    test = await startTestApp();
  });
  afterEach(() => test.close());

  async function refusals(): Promise<string[]> {
    const { text } = await test.app.get(Metrics, { strict: false }).expose();
    const counts = text.split('\n').filter((line) => line.startsWith('countersign_refusals_total{'));
    return counts.filter((line) => !line.endsWith(' 0'));
  }

  inDepth(
    'answers the 1,001st request of a key in a minute with the documented 429, across all endpoints',
    async () => {
      const { api } = await test.createOrganization();
      const other = await test.createOrganization();
      for (let sent = 0; sent < 1_000; sent += 50) {
        const paths = Array.from({ length: 50 }, (_, index) =>
          index % 2 ? SIGNATURES : '/api/v1/webhook-notifications',
        );
        const answers = await Promise.all(paths.map((path) => api.get(path)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      }
      const { status, body, headers } = await api.get(SIGNATURES);
      expect({ status, body }).toEqual({ status: 429, body: TOO_MANY });
      expect(headers.get('retry-after-app')).toBe('60');
      expect(headers.get('retry-after')).toBe('60');
      expect(await refusals()).toEqual(['countersign_refusals_total{reason="key_rate"} 1']);
      expect((await other.api.get(SIGNATURES)).status).toBe(200);
    },
  );

  inDepth('reports the limit and how much of it is left', async () => {
    const { api } = await test.createOrganization();
    const { headers } = await api.get(SIGNATURES);
    expect(headers.get('x-ratelimit-limit-app')).toBe('1000');
    expect(headers.get('x-ratelimit-remaining-app')).toBe('999');
  });

  it('also reports them in the headers of the IETF draft, for the limit that applies', async () => {
    const { api } = await test.createOrganization();
    const { headers } = await api.get(SIGNATURES);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=1000;w=60');
    expect(headers.get('ratelimit')).toBe('"key";r=999;t=60');
    const refused = await new ApiClient(test.url, 'sk_wrong').get(SIGNATURES);
    expect(refused.headers.get('ratelimit-policy')).toBe('"failures";q=1000;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"failures";r=999;t=\d+$/);
  });

  inDepth('limits failed authentication by IP address, without limiting valid keys', async () => {
    const { api } = await test.createOrganization();
    const stranger = new ApiClient(test.url, 'sk_wrong');
    for (let sent = 0; sent < 1_000; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => stranger.get(SIGNATURES)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    }
    const { status, body, headers } = await stranger.get(SIGNATURES);
    expect({ status, body }).toEqual({ status: 429, body: TOO_MANY });
    expect(await refusals()).toEqual(['countersign_refusals_total{reason="address_rate"} 1']);
    expect(headers.get('retry-after-app')).toBe('60');
    expect((await api.get(SIGNATURES)).status).toBe(200);
  });
});
