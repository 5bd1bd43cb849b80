import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadedSettings } from '../../../test/support/loaded-settings.js';

describe('settings for other people’s servers', () => {
  let settings: LoadedSettings;
  let folder: string;
  beforeEach(() => {
    settings = new LoadedSettings();
    ({ folder } = settings);
  });
  afterEach(() => settings.remove());

  const load = (variables?: Record<string, string>) => settings.load(variables);
  const refusal = (variables: Record<string, string>) => settings.refusal(variables);

  it('takes the proxy from OUTBOUND_PROXY, or else from HTTPS_PROXY, and none if it is empty', () => {
    const usual = { HTTPS_PROXY: 'proxy.acme.test:3128', NO_PROXY: 'localhost, .acme.test 10.0.0.0/8' };
    const found = load(usual).outboundProxy!;
    expect(found.url.href).toBe('http://proxy.acme.test:3128/');
    const noProxy = ['localhost', '.acme.test', '10.0.0.0/8'];
    expect(found).toMatchObject({ setting: 'HTTPS_PROXY', resolves: false, noProxy });
    const own = load({ ...usual, OUTBOUND_PROXY: 'https://ann:s%20cret@out.acme.test' }).outboundProxy!;
    expect([own.setting, own.url.hostname, own.noProxy]).toEqual([
      'OUTBOUND_PROXY',
      'out.acme.test',
      noProxy,
    ]);
    expect(load({ ...usual, OUTBOUND_PROXY: '' }).outboundProxy).toBeUndefined();
    expect(load({ ...usual, HTTPS_PROXY: '' }).outboundProxy).toBeUndefined();
    // Other programs read lower case first.
    expect(load({ ...usual, https_proxy: 'http://small.test' }).outboundProxy!.url.hostname).toBe(
      'small.test',
    );
    const file = join(folder, 'proxy');
    writeFileSync(file, 'http://ann:secret@file.test:8080\n');
    expect(load({ OUTBOUND_PROXY_FILE: file }).outboundProxy!.url.password).toBe('secret');
    expect(load({ ...usual, OUTBOUND_PROXY_RESOLVES: 'true' }).outboundProxy!.resolves).toBe(true);
    expect(refusal({ OUTBOUND_PROXY_RESOLVES: 'true' })).toContain('OUTBOUND_PROXY must be set with');
    for (const wrong of ['socks5://out.test:1080', 'http://out.test/path', 'http://out.test:x'])
      for (const name of ['OUTBOUND_PROXY', 'HTTPS_PROXY']) {
        expect(refusal({ [name]: wrong })).toContain(`${name} must be the http:// or https:// address`);
        expect(refusal({ [name]: wrong })).not.toContain(wrong);
      }
    expect(refusal({ HTTPS_PROXY: 'socks5://out.test:1080', OUTBOUND_PROXY: '' })).toBe('');
    const others = ['HTTP_PROXY', 'http_proxy', 'no_proxy', 'ALL_PROXY', 'HTTPS_PORT', 'NOPROXY'];
    expect(refusal(Object.fromEntries(others.map((name) => [name, 'x'])))).toBe('');
  });

  it('allows webhooks without TLS only where the networks are named', () => {
    const both = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' };
    expect(load(both).webhookAllowHttp).toBe(true);
    expect(load().webhookAllowHttp).toBe(false);
    expect(refusal({ WEBHOOK_ALLOW_HTTP: 'true' })).toContain('WEBHOOK_ALLOWED_CIDRS must be set with');
  });

  it('accepts OAuth for the mail server only with everything it needs', () => {
    const oauth = {
      SMTP_URL: 'smtp://sign%40acme.test@smtp.acme.test:587',
      SMTP_OAUTH_TOKEN_URL: 'https://login.acme.test/token',
      SMTP_OAUTH_CLIENT_ID: 'id',
      SMTP_OAUTH_CLIENT_SECRET: 'secret',
    };
    expect(load(oauth).smtpOAuth).toEqual({
      tokenUrl: oauth.SMTP_OAUTH_TOKEN_URL,
      clientId: 'id',
      clientSecret: 'secret',
      refreshToken: undefined,
      scope: undefined,
    });
    expect(load().smtpOAuth).toBeUndefined();
    const without = (name: string) => refusal({ ...oauth, [name]: '' });
    expect(without('SMTP_OAUTH_TOKEN_URL')).toContain('SMTP_OAUTH_TOKEN_URL must be set with');
    expect(without('SMTP_OAUTH_CLIENT_ID')).toContain('SMTP_OAUTH_CLIENT_ID must be set with');
    expect(without('SMTP_OAUTH_CLIENT_SECRET')).toContain('SMTP_OAUTH_REFRESH_TOKEN must be set');
    for (const SMTP_URL of ['', 'smtp://smtp.acme.test', 'smtp://sign:word@smtp.acme.test'])
      expect(refusal({ ...oauth, SMTP_URL })).toContain('SMTP_URL must have a user name and no password');
    expect(refusal({ ...oauth, SMTP_OAUTH_TOKEN_URL: 'http://login.acme.test' })).toContain('https://');
  });
});
