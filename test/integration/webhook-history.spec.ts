import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { publishEvent } from '../support/events.js';
import { Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const HISTORY = '/api/v1/webhook-notifications';

describe('webhook delivery history', () => {
  let test: TestApp;
  let receiver: Receiver;
  let anyone: TestOrganization;

  beforeAll(async () => {
    receiver = await Receiver.start();
    test = await startTestApp({
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
    anyone = await test.createOrganization();
  });
  afterAll(async () => {
    await test?.close();
    await receiver.stop();
  });

  async function subscriber(): Promise<TestOrganization> {
    const made = await test.createOrganization();
    const url = receiver.newInbox().url;
    await test.app.get(WebhookEndpointsService).setUrl({ organizationId: made.organizationId, url });
    return made;
  }

  it('shows an organization only its own deliveries, by page and filter, newest first', async () => {
    const [org, other] = [await subscriber(), await subscriber()];
    for (let id = 1; id <= 5; id++)
      await publishEvent(test, org, id % 2 ? 'signature.created' : 'signature.completed', { id });
    await publishEvent(test, other);
    const page = async (query: string) => {
      const { body } = await org.api.get(HISTORY + query);
      const ids = body.items.map(
        (item: { requestBody: { data: { id: number } } }) => item.requestBody.data.id,
      );
      return { ids, total: body.total, limit: body.limit, offset: body.offset };
    };
    await until('all have arrived', async () => (await page('?status=success')).total === 5);
    expect(await page('')).toEqual({ ids: [5, 4, 3, 2, 1], total: 5, limit: 50, offset: 0 });
    expect(await page('?limit=2&offset=1')).toEqual({ ids: [4, 3], total: 5, limit: 2, offset: 1 });
    expect(await page('?event=signature.completed')).toEqual({ ids: [4, 2], total: 2, limit: 50, offset: 0 });
    expect(await page('?event=signature.created&status=success&limit=1')).toEqual({
      ids: [5],
      total: 3,
      limit: 1,
      offset: 0,
    });
    expect(await page('?status=failed')).toEqual({ ids: [], total: 0, limit: 50, offset: 0 });
    expect(await page('?offset=9007199254740991')).toEqual({
      ids: [],
      total: 5,
      limit: 50,
      offset: 9007199254740991,
    });
    expect(await page('?event=nothing.of.the.sort')).toEqual({ ids: [], total: 0, limit: 50, offset: 0 });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'offset=-1',
    'status=done',
    `event=${'e'.repeat(101)}`,
    'event=%00',
    'page=2',
  ])('answers 400 to ?%s and names the parameter', async (query) => {
    const { status, body } = await anyone.api.get(`${HISTORY}?${query}`);
    expect({ status, field: body.details?.[0]?.field }).toEqual({ status: 400, field: query.split('=')[0] });
  });
});
