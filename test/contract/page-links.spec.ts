import { type ApiResponse } from '../support/api-client.js';
import { sharedTestApp, startTestApp, type TestOrganization } from '../support/app.js';
import { feedWith } from '../support/event-feed.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

/** The address of a relation in a Link header. */
const addressOf = ({ headers }: ApiResponse, relation: string) =>
  new RegExp(`<([^>]+)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];

/** The same without the host, as the test client takes paths. */
function linkOf(answer: ApiResponse, relation: string): string | undefined {
  const address = addressOf(answer, relation);
  if (address === undefined) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

describe('Link headers', () => {
  let acme: TestOrganization;

  beforeAll(async () => {
    const test = await sharedTestApp();
    acme = await test.createOrganization();
    for (const name of ['Lease 1', 'Lease 2', 'Offer', 'Lease 3', 'Lease 4', 'Lease 5'])
      await createDraft(acme.api, { originalDocumentName: name });
    for (let count = 0; count < 3; count++) await acme.api.post(VERIFICATIONS, FULL_FORM);
  });

  /** The ids on all pages that a relation leads to, and the last page. */
  async function follow(path: string, relation: string): Promise<{ ids: number[]; last: ApiResponse }> {
    const ids: number[] = [];
    for (let next: string | undefined = path; ;) {
      const page = await acme.api.get(next);
      ids.push(...(page.body.items as { id: number }[]).map(({ id }) => id));
      next = linkOf(page, relation);
      if (next === undefined) return { ids, last: page };
    }
  }

  it('links lead through all pages of a list, forward and back, and keep its filters', async () => {
    const filter = `${SIGNATURES}?fileName=lease&sortOrder=asc`;
    const all = (await acme.api.get(filter)).body.items as { id: number }[];
    expect(all).toHaveLength(5);
    const { ids, last } = await follow(`${filter}&limit=2`, 'next');
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(linkOf(last, 'first')).toBe(`${SIGNATURES}?fileName=lease&sortOrder=asc&limit=2&skip=0`);
    expect(linkOf(last, 'last')).toBe(`${SIGNATURES}?fileName=lease&sortOrder=asc&limit=2&skip=4`);
    const back = await follow(linkOf(last, 'last')!, 'prev');
    expect(new Set(back.ids)).toEqual(new Set(ids));
  });

  it('links use page numbers where the list does', async () => {
    const { ids, last } = await follow(`${VERIFICATIONS}?limit=1`, 'next');
    expect(new Set(ids).size).toBe(3);
    expect(linkOf(last, 'prev')).toBe(`${VERIFICATIONS}?limit=1&page=2`);
    expect(linkOf(last, 'last')).toBe(`${VERIFICATIONS}?limit=1&page=3`);
  });

  it('links lead through deliveries and back', async () => {
    const subscribers = await WebhookSubscribers.start();
    try {
      const org = await subscribers.subscriber(subscribers.receiver.newInbox());
      for (const id of [1, 2, 3]) await subscribers.publish(org, 'signature.completed', { id });
      const history = '/api/v1/webhook-notifications?limit=1';
      const ids = [];
      for (let path: string | undefined = history; path;) {
        const page: ApiResponse = await org.api.get(path);
        ids.push(...(page.body.items as { id: string }[]).map(({ id }) => id));
        path = linkOf(page, 'next');
        if (path === undefined) expect(linkOf(page, 'prev')).toBe(`${history}&offset=1`);
      }
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
    } finally {
      await subscribers.stop();
    }
  });

  it('links are missing where everything is on one page', async () => {
    expect((await acme.api.get(SIGNATURES)).headers.get('link')).toBeNull();
    expect((await acme.api.get('/api/v1/webhook-notifications')).headers.get('link')).toBeNull();
  });

  it('links lead on through the feed of events', async () => {
    const created = 'types=identity_verification.created';
    await feedWith(acme, 3, `?${created}`);
    const first = await acme.api.get(`/api/v1/events?limit=1&${created}`);
    const second = await acme.api.get(linkOf(first, 'next')!);
    expect(linkOf(first, 'next')).toContain(created);
    expect(second.body.items[0].data.id).toBeGreaterThan(first.body.items[0].data.id);
  });

  it.each(['https://sign.example.test', 'https://example.test/e-sign'])(
    'links begin with PUBLIC_URL, here %s, whatever the Host header',
    async (address) => {
      const test = await startTestApp({ publicUrl: address, trustedProxies: ['127.0.0.1/32'] });
      try {
        const { api } = await test.createOrganization();
        for (let made = 0; made < 2; made++) await createDraft(api);
        const forged = {
          'x-forwarded-host': 'evil.test',
          'x-forwarded-proto': 'gopher',
          'x-forwarded-prefix': '/evil',
          forwarded: 'host=evil.test',
        };
        const list = await api.get(`${SIGNATURES}?limit=1`, { headers: forged });
        expect(addressOf(list, 'next')).toBe(`${address}${SIGNATURES}?limit=1&skip=1`);
        const types = 'types=identity_verification.created';
        const feed = await api.get(`/api/v1/events?${types}`, { headers: forged });
        expect(addressOf(feed, 'next')).toMatch(
          new RegExp(`^${address}/api/v1/events\\?${types}&after=\\w+`),
        );
      } finally {
        await test.close();
      }
    },
  );
});
