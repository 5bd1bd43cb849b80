import { type TestApp, startTestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { ANNA, JONAS, sendRequest, visitorOf } from '../support/signing-requests.js';

describe('a request at the dashboard in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  it('shows without a reload that an address was corrected, a link opened, and a place handed over', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS], { allowHandOver: true });
    const [anna, jonas] = request.signerIds as [number, number];
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/signatures/${request.id}`);
    await page.evaluate("document.body.dataset.loaded = 'once'");
    const row = (email: string) => page.locator('.rows li', { hasText: email });
    await row(ANNA.email).locator('summary').click();
    await page.locator(`#email-${anna}`).fill('being typed');

    const corrected = 'jonas.b@signers.test';
    await acme.api.patch(`${request.path}/signers/${jonas}`, { email: corrected });
    await row(corrected).waitFor();
    await (await visitorOf(test, acme.organizationId, jonas)).open();
    await row(corrected).getByText('Opened').waitFor();
    await request.visitors[0]!.post('hand-over', {
      person: 'Mira Okafor',
      email: 'mira@signers.test',
      reason: 'On leave until May',
    });
    await page.getByText('On leave until May').waitFor();

    expect(await page.evaluate<string>('document.body.dataset.loaded')).toBe('once');
    expect(await page.locator(`#email-${anna}`).inputValue()).toBe('being typed');
    await context.close();
    expect(failures).toEqual([]);
  });

  it('is not fetched again where a form has led to it, since its address is that of the form', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    const page = `signatures/${request.id}`;
    expect((await owner.get(page)).html).toContain('data-live="signatures"');
    const address = `${page}/signers/${request.signerIds[0]}`;
    for (const shown of [
      await owner.send(`${address}/link`, {}, page),
      await owner.send(`${address}/address`, { email: 'nonsense' }, page),
      await owner.send(`${page}/seal`, {}, page),
    ])
      expect(shown.html).not.toContain('data-live="signatures"');
  });
});
