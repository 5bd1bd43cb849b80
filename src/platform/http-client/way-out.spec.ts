import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent } from 'undici';
import { createServerCertificate } from '../../../scripts/throwaway-ca.mjs';
import { ConnectProxy } from '../../../test/support/connect-proxy.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { type Inbox, Receiver } from '../../../test/support/receiver.js';
import { type OutboundProxy, type Settings } from '../config/settings.js';
import { measuringConnector } from './connection-phases.js';
import { HttpClient } from './http-client.js';
import { OutboundRoutes } from './outbound-routes.js';
import { AddressPolicy } from './public-address.js';
import { routedAgents } from './routed-agents.js';
import { trustedContext } from './trusted-context.js';
import { ownServersConnector, routedConnector, WayOut, wayToOwnServers } from './way-out.js';
import { wholeAnswer } from './whole-answer.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const NAME = 'hooks.acme.test';
const LIMITS = { timeoutMs: 5_000, maxBytes: 1_024 };
const never = new AbortController().signal;

describe('connections through a proxy', () => {
  let receiver: Receiver;
  let proxy: ConnectProxy;
  let inbox: Inbox;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start(NAME);
  });
  beforeEach(async () => {
    inbox = receiver.newInbox();
    proxy = await ConnectProxy.start();
    proxy.leads(() => ({ port: receiver.port }));
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await proxy.stop();
  });
  afterAll(() => receiver.stop());

  function clientWith(outboundProxy: OutboundProxy, webhookAllowedCidrs: string[] = []): HttpClient {
    const settings = { outboundProxy, webhookAllowedCidrs, webhookCaFile: receiver.caFile };
    const client = new HttpClient(settings as Partial<Settings> as Settings, 5_000);
    closing.push(() => client.onApplicationShutdown());
    return client;
  }
  const post = (client: HttpClient, url: string) => client.post(url, {}, Buffer.from('{}'), never);
  const named = () => inbox.url.replace(/localhost:\d+/, NAME);

  it('connects to the checked address, with the name for TLS and Host', async () => {
    const policy = new AddressPolicy([]);
    const lookup = ((_name: string, _options: unknown, found: (error: null, all: unknown[]) => void) =>
      found(null, [{ address: '93.184.215.14', family: 4 }])) as unknown as LookupFunction;
    const way = new WayOut(new OutboundRoutes(proxy.setting(), policy, lookup), {
      proxy: new URL(proxy.url),
      timeoutMs: 5_000,
    });
    const direct = measuringConnector({ secureContext: trustedContext(receiver.caFile) });
    const agent = new Agent({ connect: routedConnector(way, { direct, allowed: direct }) });
    closing.push(() => agent.destroy());
    const { statusCode } = await wholeAnswer(agent, new URL(named()), { method: 'GET' }, LIMITS);
    expect(statusCode).toBe(200);
    expect(proxy.asked).toEqual(['93.184.215.14:443']);
    expect(inbox.requests[0]!.headers.host).toBe(NAME);
  });

  it('passes names to a resolving proxy, and reuses connections', async () => {
    const client = clientWith(proxy.setting({ resolves: true }));
    await expect(client.assertDeliverableUrl(named())).resolves.toBeUndefined();
    for (let posts = 0; posts < 3; posts++)
      expect(await post(client, named())).toMatchObject({ responseCode: 200, failureReason: null });
    expect(new Set(proxy.asked)).toEqual(new Set([`${NAME}:443`]));
    expect(proxy.asked.length).toBeLessThan(3);
    for (const url of [
      'https://8.8.8.8/',
      'https://intranet/',
      'https://localhost/',
      'https://[2606:4700::1]/',
    ])
      await expect(client.assertDeliverableUrl(url)).rejects.toMatchObject({ code: 'url_not_deliverable' });
    expect((await post(client, 'https://intranet/')).failureReason).toMatch(/^address not allowed: intranet/);
    expect((await post(client, 'https://127.0.0.1/')).failureReason).toMatch(/^private address/);
  });

  it('measures the tunnel as part of the connection', async () => {
    const { phases } = await post(clientWith(proxy.setting({ resolves: true })), named());
    const measured = expect.any(Number) as number;
    expect(phases).toEqual({ dnsMs: measured, connectMs: measured, tlsMs: measured, firstByteMs: measured });
  });

  inDepth('takes no other way when the proxy refuses', async () => {
    const client = clientWith(proxy.setting());
    // A public address that leads to the receiver only through the proxy.
    const url = inbox.url.replace('localhost', '8.8.8.8');
    for (const [way, reason] of [
      [403, 'proxy: it refused the connection (HTTP 403)'],
      [407, 'proxy: it requires a different user name and password (HTTP 407)'],
      [502, 'proxy: it refused the connection (HTTP 502)'],
    ] as const) {
      proxy.leads(() => way);
      expect(await post(client, url)).toMatchObject({ responseCode: null, failureReason: reason });
    }
    await proxy.stop();
    expect((await post(client, url)).failureReason).toBe('proxy: it cannot be reached (ECONNREFUSED)');
    expect(inbox.requests).toEqual([]);
    proxy = await ConnectProxy.start();
    proxy.leads(() => 'silence');
    expect((await post(clientWith(proxy.setting()), url)).timedOut).toBe(true);
  });

  it('bypasses the proxy for the operator’s ranges and NO_PROXY, under the same guard', async () => {
    const { url } = inbox;
    // The certificate is for another name, which shows that the receiver was reached.
    const reached = 'certificate of another host';
    expect((await post(clientWith(proxy.setting(), LOOPBACK), url)).failureReason).toBe(reached);
    const excepted = clientWith(proxy.setting({ noProxy: ['localhost'] }));
    expect((await post(excepted, url)).failureReason).toMatch(/^private address: localhost/);
    const both = clientWith(proxy.setting({ noProxy: ['localhost'], resolves: true }), LOOPBACK);
    expect((await post(both, url)).failureReason).toBe(reached);
    expect((await post(clientWith(proxy.setting()), url)).failureReason).toMatch(/^private address/);
    expect(proxy.asked).toEqual([]);
  });

  it('tries the next address if the proxy cannot reach one', async () => {
    proxy.leads((authority) => (authority.startsWith('8.8.8.8') ? 502 : { port: receiver.port }));
    const lookup = ((_name: string, _options: unknown, found: (error: null, all: unknown[]) => void) =>
      found(null, [
        { address: '2606:4700::1111', family: 6 },
        { address: '8.8.8.8', family: 4 },
      ])) as unknown as LookupFunction;
    const routes = new OutboundRoutes(proxy.setting(), new AddressPolicy([]), lookup);
    const opened = await new WayOut(routes, { proxy: new URL(proxy.url), timeoutMs: 5_000 }).open(
      NAME,
      '443',
    );
    expect(proxy.asked).toEqual(['8.8.8.8:443', '[2606:4700::1111]:443']);
    if (typeof opened === 'object') opened.socket.destroy();
  });

  it('reaches the proxy over TLS, with user name and password', async () => {
    const { ca, key, cert } = await createServerCertificate();
    const trusted = receiver.trusting(ca);
    const secure = await ConnectProxy.start({ key, cert });
    secure.leads(() => ({ port: receiver.port }));
    closing.push(() => secure.stop());
    const url = new URL(secure.url.replace('://', '://ann:s%20cret@'));
    const settings = {
      outboundProxy: secure.setting({ url, resolves: true }),
      ...{ webhookAllowedCidrs: [], webhookCaFile: trusted },
    };
    const client = new HttpClient(settings as Partial<Settings> as Settings, 5_000);
    closing.unshift(() => client.onApplicationShutdown());
    expect((await post(client, named())).failureReason).toBeNull();
    expect(secure.credentials).toEqual([`Basic ${Buffer.from('ann:s cret').toString('base64')}`]);
  });

  it('reaches the operator’s own servers at any address, with and without TLS', async () => {
    const server: Server = createServer((_, response) => response.end('plain'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    closing.push(() => once(server.close(), 'close'));
    const settings = { outboundProxy: proxy.setting(), webhookAllowedCidrs: [] };
    proxy.leads((authority) => ({ port: Number(authority.split(':').at(-1)) }));
    const agent = new Agent({ connect: ownServersConnector(settings, { timeout: 5_000 }) });
    closing.unshift(() => agent.destroy());
    const { body } = await wholeAnswer(
      agent,
      new URL(`http://127.0.0.1:${port}/`),
      { method: 'GET' },
      LIMITS,
    );
    expect(body.toString()).toBe('plain');
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`]);

    const { httpsAgent } = routedAgents({ keepAlive: true }, wayToOwnServers(settings, 5_000)!);
    closing.unshift(() => Promise.resolve(httpsAgent.destroy()));
    const asked = request({
      ...{ host: '127.0.0.1', port: receiver.port, path: new URL(inbox.url).pathname, agent: httpsAgent },
      ...{ servername: NAME, ca: receiver.tls.ca },
    }).end();
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    await buffer(response);
    expect([response.statusCode, proxy.asked.at(-1)]).toEqual([200, `127.0.0.1:${receiver.port}`]);
    proxy.leads(() => 403);
    const again = request({ host: '127.0.0.1', port: 1, agent: httpsAgent }).end();
    await expect(once(again, 'response')).rejects.toThrow('HTTP 403');
  });
});
