import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import {
  AuthenticationError,
  BadRequestError,
  Countersign,
  GoneError,
  NotFoundError,
  PermissionError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/typescript/src/index.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { publishEvent } from '../support/events.js';
import { faults, FaultyProxy } from '../support/faulty-proxy.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft } from '../support/samples.js';

let test: SharedTestApp;
let proxy: FaultyProxy;
let org: TestOrganization;
let client: Countersign;

beforeAll(async () => {
  test = await sharedTestApp();
});
beforeEach(async () => {
  proxy = await FaultyProxy.before(test.url);
  org = await test.createOrganization();
  client = new Countersign({ baseUrl: proxy.url, apiKey: org.apiKey });
});
afterEach(() => proxy.stop());

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('lists of the TypeScript client', () => {
  inDepth('reads a list page by page, with the query, whatever is cut off', async () => {
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push(await createDraft(org.api));
    await createDraft(org.api, { type: 'advanced' });
    proxy.meetNext(faults.cutAfter(), faults.cutWithin(20));
    const query = { type: 'fast', limit: 2, sortOrder: 'asc', sortBy: 'createdAt' } as const;
    const listed = await collect(client.signatures.list(query));
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const pages = await collect(client.signatures.list({ ...query, skip: 1 }).pages());
    expect(pages.map(({ skip, total, items }) => [skip, total, items.length])).toEqual([
      [1, 5, 2],
      [3, 5, 2],
    ]);
  });

  it('requests no more pages than are read', async () => {
    for (let count = 0; count < 3; count++) await createDraft(org.api);
    for await (const { id } of client.signatures.list({ limit: 1 })) if (id > 0) break;
    expect((await client.signatures.list({ limit: 1 }).first()).total).toBe(3);
    expect(proxy.requests).toHaveLength(2);
  });

  it('reads an empty list', async () => {
    expect(await collect(client.identityVerifications.list())).toEqual([]);
    expect(await collect(client.webhookNotifications.list().pages())).toMatchObject([{ total: 0 }]);
  });
});

describe('events of the TypeScript client', () => {
  const publish = (id: number) => publishEvent(test, org, 'signature.completed', { id });

  it('reads events one by one, and from the cursor at another time', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    const feed = client.events.follow({ limit: 2 });
    const seen = [];
    for await (const event of feed) {
      if (event.event === 'signature.completed') seen.push(event.data.id);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([1, 2, 3]);
    // The third was not the last one requested, so its page has not been processed.
    const again = await collect(client.events.follow({ after: feed.cursor, wait: 0 }));
    expect(again.map(({ data }) => (data as { id: number }).id)).toEqual([3]);
    expect(feed.cursor).not.toBeUndefined();
  });

  it('waits for events, through lost answers, until the caller ends it', async () => {
    const controller = new AbortController();
    proxy.meetNext(faults.cutAfter());
    const feed = client.events.follow({ wait: 1 }, { signal: controller.signal });
    const seen: string[] = [];
    const following = (async () => {
      for await (const { event } of feed) if (seen.push(event) === 2) controller.abort(new Error('enough'));
    })();
    await publish(1);
    await publish(2);
    await expect(following).rejects.toThrow('enough');
    expect(seen).toEqual(['signature.completed', 'signature.completed']);
  });

  it('reports a cursor that is gone', async () => {
    await publish(1);
    const lost = client.events.read({ after: Buffer.from('1.999999999.999999999').toString('base64url') });
    await expect(lost).rejects.toBeInstanceOf(GoneError);
  });
});

describe('errors of the TypeScript client', () => {
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => {
        throw new Error('the call has succeeded');
      },
      (error: unknown) => error,
    );

  it('errors have a class, the code, the fields and the id of the request', async () => {
    const wrong = await failure(client.signatures.list({ limit: 0 }).first());
    expect(wrong).toBeInstanceOf(BadRequestError);
    expect(wrong).toMatchObject({
      name: 'BadRequestError',
      status: 400,
      code: 'validation_failed',
      details: [{ field: 'limit', message: expect.any(String) }],
      requestId: expect.any(String),
    });
    expect(await failure(client.signatures.get(1))).toBeInstanceOf(NotFoundError);
    const stranger = new Countersign({ baseUrl: test.url, apiKey: 'sk_wrong' });
    expect(await failure(stranger.signatures.get(1))).toBeInstanceOf(AuthenticationError);
    const { apiKey } = await test.createOrganization({ scopes: [] });
    const unable = new Countersign({ baseUrl: test.url, apiKey });
    const refused = await failure(unable.identityVerifications.get(1));
    expect(refused).toBeInstanceOf(PermissionError);
    expect(refused).toMatchObject({ code: 'missing_scope' });
  });

  it('errors name wrong options, and never show the key', async () => {
    const baseUrl = 'https://sign.example.com';
    const refused = (options: object) => () => new Countersign({ baseUrl, apiKey: org.apiKey, ...options });
    expect(refused({ baseUrl: 'sign.example.com' })).toThrow('baseUrl must be an absolute http or https URL');
    expect(refused({ baseUrl: 'https://a:b@sign.example.com' })).toThrow('baseUrl must be');
    expect(refused({ apiKey: undefined })).toThrow('begins with sk_');
    expect(refused({ apiKey: 'sk_webhook_abc' })).toThrow('is no webhook secret');
    expect(refused({ timeoutMs: 0 })).toThrow('timeoutMs must be positive, not 0');
    expect(refused({ maxRetries: -1 })).toThrow('maxRetries must be 0, 1, 2, …, not -1');
    expect(refused({ longestWaitMs: NaN })).toThrow('longestWaitMs');
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(org.apiKey);
    expect(inspect(await failure(client.signatures.get(1)), { depth: 9 })).not.toContain(org.apiKey);
  });

  it('accepts a base URL with the path of the API', async () => {
    const withPath = new Countersign({ baseUrl: `${test.url}/api/v1/`, apiKey: org.apiKey });
    expect((await withPath.signatures.list().first()).total).toBe(0);
  });

  it('reports an answer that is not the service’s', async () => {
    proxy.meetNext(faults.answer(200, { 'content-type': 'text/html' }, '<html>Welcome</html>'));
    expect(await failure(client.signatures.get(1))).toMatchObject({
      name: 'UnexpectedAnswerError',
      status: 200,
      message: expect.stringContaining('not JSON'),
    });
  });
});

it('verifies webhooks with the function that receivers use', () => {
  const body = JSON.stringify({ webhookId: 'a', event: 'webhook.test', data: { message: 'Hello' } });
  const signature = createHmac('sha256', org.webhookSecret).update(body).digest('hex');
  const headers = { 'x-service-signature': signature };
  expect(verifyWebhook(body, headers, org.webhookSecret).event).toBe('webhook.test');
  expect(() => verifyWebhook(`${body} `, headers, org.webhookSecret)).toThrow(WebhookVerificationError);
});
