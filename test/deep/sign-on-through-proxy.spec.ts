import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';
import { startTestApp, type TestApp } from '../support/app.js';
import { ConnectProxy } from '../support/connect-proxy.js';
import { DashboardMember, signedIn } from '../support/dashboard-member.js';
import { departureIn, Issuers, type LyingIssuer } from '../support/issuers.js';
import { back, entranceIn, setUpSignOn } from '../support/sign-on-site.js';

const NAME = 'issuer.acme.test';

describe('single sign-on from a network whose only way out is a proxy', () => {
  let proxy: ConnectProxy;
  let issuers: Issuers;
  let issuer: LyingIssuer;
  let test: TestApp;

  beforeAll(async () => {
    proxy = await ConnectProxy.start();
    issuers = await Issuers.start(await createServerCertificate({ host: NAME }));
    issuer = await issuers.liar();
    const port = Number(new URL(issuer.url).port);
    issuer.url = `https://${NAME}`;
    proxy.leads(() => ({ port }));
    const { webhookCaFile } = issuers.settings;
    test = await startTestApp({ webhookCaFile, outboundProxy: proxy.setting({ resolves: true }) });
  });
  afterAll(async () => {
    await test?.close();
    await issuers?.stop();
    await proxy?.stop();
  });

  it('reads the description, the keys and the token through it, and signs people in', async () => {
    const acme = await test.createOrganization({ name: 'Acme' });
    const owner = await signedIn(test, acme);
    expect((await setUpSignOn(owner, issuer.url)).location).toBe('/sign-on?saved=yes');
    const page = entranceIn(await owner.get('sign-on'));
    const connecting = departureIn(
      await owner.send(`account/sign-on/${acme.organizationId}/connect`, {}, 'account'),
    );
    expect(new URL(connecting).host).toBe(NAME);
    expect((await back(owner, issuer.signIn(connecting).query)).location).toBe('/account');

    const elsewhere = new DashboardMember(test.url, acme.ownerEmail);
    const signingIn = departureIn(await elsewhere.send(page));
    await back(elsewhere, issuer.signIn(signingIn).query);
    expect((await elsewhere.get()).status).toBe(200);
    expect(issuer.asked).toEqual(expect.arrayContaining(['/keys', '/token']));
    expect(new Set(proxy.asked)).toEqual(new Set([`${NAME}:443`]));
  });

  it('says that the proxy is in the way where it refuses, and signs nobody in', async () => {
    const acme = await test.createOrganization({ name: 'Meridian' });
    const owner = await signedIn(test, acme);
    proxy.leads(() => 403);
    const refused = await setUpSignOn(owner, `https://other.${NAME}`);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('proxy:');
  });
});
