import { ConnectProxy } from '../../test/support/connect-proxy.js';
import { Settings } from '../platform/config/settings.js';
import { OutboundWays } from './outbound-ways.js';

describe('outbound connections in doctor', () => {
  let proxy: ConnectProxy;

  beforeEach(async () => {
    proxy = await ConnectProxy.start();
  });
  afterEach(() => proxy.stop());

  const examine = (settings: Partial<Settings>) =>
    new OutboundWays(new Settings({ webhookAllowedCidrs: [], ...settings } as Settings)).examine();

  it('reports a direct way without a proxy', async () => {
    expect(await examine({})).toMatchObject({ ok: true, message: 'directly, without a proxy' });
  });

  it('names the proxy without its password, what bypasses it, and who checks addresses', async () => {
    const url = new URL(proxy.url.replace('://', '://ann:secret@'));
    const settings: Partial<Settings> = {
      outboundProxy: proxy.setting({ url, setting: 'HTTPS_PROXY', noProxy: ['minio'] }),
      webhookAllowedCidrs: ['10.0.0.0/8'],
      tsaUrl: 'http://8.8.8.8/tsa',
      s3: { bucket: 'files', endpoint: 'http://minio:9000' } as Settings['s3'],
    };
    expect(await examine(settings)).toEqual({
      name: 'outbound connections',
      ok: true,
      message:
        `through ${proxy.url} (HTTPS_PROXY); directly to 10.0.0.0/8, minio; time stamps through it; ` +
        'files directly (NO_PROXY). Addresses are checked here',
    });
    expect(proxy.asked).toEqual([]);
  });

  it('notes that a resolving proxy is the only guard, and what it never receives', async () => {
    const outboundProxy = proxy.setting({ resolves: true });
    const found = await examine({ outboundProxy, tsaUrl: 'http://timestamps/' });
    expect(found).toMatchObject({ ok: null, code: 'proxy_resolves_names' });
    expect(found.message).toContain('only the proxy can refuse private addresses');
    expect(found.message).toContain('time stamps not at all: timestamps is a name without a domain');
  });

  it('reports a proxy that cannot be reached', async () => {
    const outboundProxy = proxy.setting();
    await proxy.stop();
    const found = await examine({ outboundProxy });
    proxy = await ConnectProxy.start();
    expect(found).toMatchObject({ ok: false, code: 'proxy_unreachable' });
    expect(found.message).toContain('ECONNREFUSED');
  });
});
