import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { HAS_INK, LAYOUT_SHIFT, watchLayout } from '../support/signing-browser.js';
import { ANNA, JONAS, sendPdf, sendRequest, visitorOf } from '../support/signing-requests.js';

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

  const firstSignerOf = async (id: number) => {
    const select = 'select min(id) as id from signature_signers where signature_id = $1';
    return (await test.dataSource.query<[{ id: number }]>(select, [id]))[0].id;
  };

  it('shows a corrected address, an opened link and a hand-over without a reload', async () => {
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

  it('draws the first page without moving anything, and asks nothing without scripts', async () => {
    const { id } = await sendPdf(acme, 'fast', [ANNA, JONAS], await textPdf(3));
    for (const [reminders, [options, name]] of [
      [DESK, 'desk'] as const,
      [PHONE, 'phone'] as const,
    ].entries()) {
      const { context, page, failures } = await openPage(await sharedBrowser(), options);
      await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
      await watchLayout(page);
      await page.goto(`${test.url}/dashboard/signatures/${id}`);
      await page.locator('.first-page canvas').waitFor();
      expect(await page.evaluate<boolean>(HAS_INK.replace('document-page', 'first-page'))).toBe(true);
      expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.02);
      await inspect(page, `request-${name}`);
      // It stays when the page is brought up to date.
      await acme.api.post(`/api/v1/signatures/${id}/signers/${await firstSignerOf(id)}/notification`, {});
      await page
        .getByText(/^Reminder sent/)
        .nth(reminders)
        .waitFor();
      expect(await page.locator('.first-page canvas').count()).toBe(1);
      await context.close();
      expect(failures).toEqual([]);
    }
    const { context, page } = await openPage(await sharedBrowser(), { ...DESK, javaScriptEnabled: false });
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/signatures/${id}`);
    expect(await page.locator('.first-page').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Remind all' }).click();
    await page.getByText(/reminded less than 10 minutes ago: 1/).waitFor();
    await context.close();
  });

  it('does not reload a page that a form led to, because its address is that of the form', async () => {
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
