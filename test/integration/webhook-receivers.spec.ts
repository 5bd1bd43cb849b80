import { once } from 'node:events';
import { type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type WebhookEvent } from '../../src/webhook-receiver/verify.js';
import { type TestOrganization } from '../support/app.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

/** A test server with the certificate that the service trusts. */
interface Listening {
  url: string;
  stop(): Promise<unknown>;
}

type Handle = (event: WebhookEvent) => Promise<void> | void;
type Tls = { key: string; cert: string };

/** An example of the docs, as a receiver uses it: with the published entry `countersign/webhooks`. */
const example = async (name: string) =>
  (await import(pathToFileURL(join(PROJECT_ROOT, 'examples', name)).href)) as {
    createReceiver: (secrets: string[], handle: Handle, options?: object) => unknown;
  };

const EXAMPLES = {
  Express: async (tls: Tls, secrets: string[], handle: Handle): Promise<Listening> => {
    const { createReceiver } = await example('receive-with-express.mjs');
    const server = createServer(tls, createReceiver(secrets, handle) as RequestListener);
    await once(server.listen(0, 'localhost'), 'listening');
    return { url: addressOf(server), stop: () => stop(server) };
  },
  Fastify: async (tls: Tls, secrets: string[], handle: Handle): Promise<Listening> => {
    const { createReceiver } = await example('receive-with-fastify.mjs');
    const app = createReceiver(secrets, handle, {
      https: tls,
      forceCloseConnections: true,
    }) as FastifyInstance;
    await app.listen({ port: 0, host: 'localhost' });
    return { url: addressOf(app.server as unknown as Server), stop: () => app.close() };
  },
};

const addressOf = (server: Server) => `https://localhost:${(server.address() as AddressInfo).port}/webhooks`;

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

describe.each(Object.entries(EXAMPLES))('the example for %s', (_name, listen) => {
  let subscribers: WebhookSubscribers;
  let org: TestOrganization;
  let listening: Listening | undefined;
  const received: WebhookEvent[] = [];

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    org = await subscribers.test.createOrganization();
  });
  afterEach(() => listening?.stop());
  afterAll(() => subscribers?.stop());

  /** Starts the example with these secrets, and makes it the organization's endpoint. */
  async function receiveWith(...secrets: string[]): Promise<void> {
    listening = await listen(subscribers.receiver.tls, secrets, (event) => void received.push(event));
    await subscribers.endpoints.setUrl({ organizationId: org.organizationId, url: listening.url });
  }

  it('verifies a delivery, and hands the event over', async () => {
    await receiveWith('sk_webhook_of_an_earlier_endpoint', org.webhookSecret);
    const data = { id: 12, subject: 'Mietvertrag – Küche ✍', messageContent: 'x'.repeat(200_000) };
    await subscribers.publish(org, 'signature.completed', data);
    const delivery = await subscribers.recordWith(org, { status: 'success' });
    expect(delivery).toMatchObject({ responseCode: 204, attempts: 1 });
    expect(received).toEqual([delivery.requestBody]);
  });

  it('refuses a delivery that another secret signed', async () => {
    received.length = 0;
    await receiveWith('sk_webhook_of_somebody_else');
    await subscribers.publish(org);
    expect(await subscribers.recordWith(org, { attempts: 1, status: 'pending' })).toMatchObject({
      responseCode: 401,
      responseBody: '{"error":"no_match"}',
    });
    expect(received).toEqual([]);
  });
});
