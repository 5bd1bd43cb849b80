import { createHmac, createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { WebhookKeyPairs } from '../../src/webhooks/webhook-key-pairs.js';
import { type TestOrganization } from '../support/app.js';
import { answers, type Inbox, type ReceivedRequest } from '../support/receiver.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const contentOf = ({ headers, body }: ReceivedRequest) =>
  Buffer.concat([
    Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`),
    body,
  ]);

const signaturesOf = ({ headers }: ReceivedRequest, version: string) =>
  String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith(`${version},`))
    .map((each) => each.slice(version.length + 1));

const isSignedWith = (request: ReceivedRequest, publicKey: string) => {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return signaturesOf(request, 'v1a').map((each) =>
    verify(null, contentOf(request), key, Buffer.from(each, 'base64')),
  );
};

describe('the headers of the Standard Webhooks', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let org: TestOrganization;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
  });
  afterAll(() => subscribers?.stop());

  const delivered = async () => {
    const count = inbox.requests.length + 1;
    await subscribers.publish(org, 'signature.completed', { subject: 'Küche ✍' });
    return (await inbox.waitFor(count)).at(-1)!;
  };
  const publishedKeys = () => fetch(`${subscribers.test.url}/.well-known/webhook-keys/${org.organizationId}`);

  it('the published library verifies the headers with the secret in its other form, without options', async () => {
    const { headers, body } = await delivered();
    const library = new Webhook(org.standardWebhooksSecret);
    const given = headers as Record<string, string>;
    expect(library.verify(body, given)).toEqual(JSON.parse(body.toString()));
    expect(headers['webhook-id']).toBe(headers['x-service-webhook-id']);
    const altered = Buffer.from(body);
    altered[altered.length - 3]! ^= 1;
    expect(() => library.verify(altered, given)).toThrow('No matching signature found');
  });

  it('signs the headers with the organization’s published key', async () => {
    expect((await publishedKeys()).status).toBe(404);
    const request = await delivered();
    const response = await publishedKeys();
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    const { keys } = (await response.json()) as { keys: string[] };
    expect(keys).toEqual([await subscribers.test.app.get(WebhookKeyPairs).publicKeyOf(org.organizationId)]);
    expect(isSignedWith(request, keys[0]!)).toEqual([true]);
    const stranger = await subscribers.test.createOrganization();
    const strangersKey = await subscribers.test.app.get(WebhookKeyPairs).publicKeyOf(stranger.organizationId);
    expect(isSignedWith(request, strangersKey)).toEqual([false]);
  });

  it('signs with one key, however many processes create it at once', async () => {
    const keyPairs = subscribers.test.app.get(WebhookKeyPairs);
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyPairs.publicKeyOf(org.organizationId)));
    expect(new Set(keys).size).toBe(1);
    expect(isSignedWith(await delivered(), keys[0]!)).toEqual([true]);
  });

  it('seals the key at rest', async () => {
    await delivered();
    const [{ sealed, shown }] = await subscribers.test.dataSource.query(
      'select secret_key_sealed as sealed, public_key as shown from webhook_key_pairs where organization_id = $1',
      [org.organizationId],
    );
    const point = Buffer.from(shown.slice('whpk_'.length), 'base64');
    expect(Buffer.from(sealed, 'base64').includes(point)).toBe(false);
  });

  it('signs with both secrets for 24 hours around a rotation, however it was rotated', async () => {
    const { organizationId } = org;
    const signers = async (secrets: readonly string[]) => {
      const request = await delivered();
      const by = (secret: string) => createHmac('sha256', secret).update(contentOf(request)).digest('base64');
      const names = new Map(secrets.map((secret, index) => [by(secret), index]));
      const current = secrets.findIndex(
        (secret) => signatureOf(request.body, secret) === request.headers['x-service-signature'],
      );
      return { v1: signaturesOf(request, 'v1').map((each) => names.get(each)), current };
    };
    const secrets = [org.webhookSecret];
    const rotate = async (when: 'now' | 'in_24_hours') =>
      secrets.push((await subscribers.endpoints.rotateSecret(organizationId, when)).webhookSecret);
    expect(await signers(secrets)).toEqual({ v1: [0], current: 0 });

    await rotate('now');
    expect(await signers(secrets)).toEqual({ v1: [1, 0], current: 1 });
    await subscribers.moveClock('23 hours');
    expect(await signers(secrets)).toEqual({ v1: [1, 0], current: 1 });
    await subscribers.moveClock('2 hours');
    expect(await signers(secrets)).toEqual({ v1: [1], current: 1 });

    await rotate('in_24_hours');
    expect(await signers(secrets)).toEqual({ v1: [1, 2], current: 1 });
    await subscribers.moveClock('25 hours');
    expect(await signers(secrets)).toEqual({ v1: [2], current: 2 });

    await rotate('now');
    expect(await signers(secrets)).toEqual({ v1: [3, 2], current: 3 });
    // A rotation replaces what an earlier one began.
    await rotate('now');
    expect(await signers(secrets)).toEqual({ v1: [4, 3], current: 4 });
    await rotate('in_24_hours');
    await rotate('in_24_hours');
    expect(await signers(secrets)).toEqual({ v1: [4, 6, 3], current: 4 });
  });

  it('sends the time of each attempt, and keeps the headers in the history without signatures', async () => {
    inbox.answerNext(answers.status(500));
    await subscribers.publish(org);
    const { id } = await subscribers.recordWith(org, { attempts: 1 });
    await subscribers.moveClock('6 minutes');
    await subscribers.recordWith(org, { attempts: 2 });
    const [first, second] = await inbox.waitFor(2);
    const [earlier, later] = [first, second].map((request) => Number(request!.headers['webhook-timestamp']));
    expect(later! - earlier!).toBeGreaterThanOrEqual(360);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    const kept = await subscribers.test.dataSource.query<{ headers: Record<string, string> }[]>(
      'select request_headers as headers from webhook_attempts where delivery_id = $1 order by attempt',
      [id],
    );
    expect(kept.map(({ headers }) => headers['webhook-timestamp'])).toEqual([String(earlier), String(later)]);
    for (const { headers } of kept) expect(Object.keys(headers).join()).not.toMatch(/signature/i);
  });
});
