import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { SignerChecks } from '../support/signer-checks.js';
import {
  ANNA,
  JONAS,
  type NewSigner,
  sendRequest,
  type SentRequest,
  visitorOf,
} from '../support/signing-requests.js';
import { until } from '../support/until.js';

const MANY = Array.from({ length: 100 }, (_none, index) => ({
  email: `signer${index}@signers.test`,
  name: `Signer Number ${index}`,
  order: index === 99 ? 2 : 1,
}));

/** A page to inspect, and what to do there first. */
interface Stop {
  name: string;
  request: SentRequest;
  /** The path below the link. */
  page: string;
  signer: number;
  act?: (page: Page) => Promise<unknown>;
}

const submit = (page: Page) => page.locator('.actions button').first().click();

/** Submits the form as it is and waits for the errors. */
async function sendWrong(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[data-errors]').waitFor();
}

async function typeName(page: Page): Promise<void> {
  await page.locator('input[value=typed]').check();
  await page.locator('.hand').waitFor();
}

async function giveReason(page: Page): Promise<void> {
  await page.locator('textarea').fill('The rent in section 4 is wrong.');
  await submit(page);
  await page.locator('input[name=confirmed]').waitFor({ state: 'attached' });
}

async function enterHalfACode(page: Page): Promise<void> {
  await page.locator('#code').fill('123');
  await sendWrong(page);
}

describe('every page of the journey', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let browser: Browser;
  const stops: Stop[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    await makeStops();
  }, 120_000);
  afterAll(() => test.close());

  const send = (type: string, signers: NewSigner[] = [ANNA], options = {}) =>
    sendRequest(test, acme, type, signers, options);

  function stop(name: string, request: SentRequest, page = '', more: Partial<Stop> = {}): void {
    stops.push({ name, request, page, signer: 0, ...more });
  }

  async function makeStops(): Promise<void> {
    const [{ soon, later }] = await test.dataSource.query(
      `select app_now() + interval '1 hour' as soon, app_now() + interval '9 days' as later`,
    );
    const expired = await send('fast', [ANNA, JONAS], { expiresDate: soon });
    await test.database.moveClock('2 hours');
    await until('it is expired', async () => (await expired.status()) === 'expired');
    stop('expired', expired);
    await Promise.all([makeScreens(later), makeSidePages(later), makeIdentityStops()]);
  }

  async function makeScreens(later: Date): Promise<void> {
    const words = { messageContent: 'Dear Anna,\n\nhere is the lease.', senderName: 'Clara Winter' };
    const guest = await send('in_person', [ANNA, JONAS], { ...words, expiresDate: later });
    for (const page of ['', 'document', 'text', 'consent', 'reject'])
      stop(`guest-${page || 'landing'}`, guest, page);
    stop('guest-mend', guest, 'consent', { act: sendWrong });
    stop('guest-typed', guest, 'consent', { act: typeName });
    stop('guest-upload', guest, 'consent', { act: (page) => page.locator('input[value=uploaded]').check() });
    stop('guest-reject-mend', guest, 'reject', { act: sendWrong });
    stop('guest-reject-sure', guest, 'reject', { act: giveReason });
    const passable = await send('fast', [ANNA], { allowHandOver: true });
    stop('passable-landing', passable);
    stop('passable-document', passable, 'document');
    stop('passable-hand-over', passable, 'hand-over');
    stop('passable-hand-over-mend', passable, 'hand-over', { act: sendWrong });
    stop('unnamed-consent', await send('fast', [{ email: 'nobody@signers.test' }]), 'consent');
    stop('code-before', await send('advanced'), 'code');
    const sent = await send('advanced', [{ ...ANNA, email: 'coded@signers.test' }]);
    await sent.visitors[0]!.post('code/send');
    stop('code-sent', sent, 'code');
    stop('code-wrong', sent, 'code', { act: enterHalfACode });
  }

  /** With a visitor on the link of whoever signs now. */
  async function reopened(request: SentRequest): Promise<SentRequest> {
    const visitor = await visitorOf(test, acme.organizationId, request.signerIds[0]!);
    return { ...request, visitors: [visitor] };
  }

  async function makeSidePages(later: Date): Promise<void> {
    const completed = await send('fast');
    await completed.visitors[0]!.sign();
    stop('completed', completed);
    const many = await send('fast', MANY);
    await many.visitors[0]!.sign();
    stop('many-landing', many, '', { signer: 1 });
    stop('many-signed', many);
    stop('many-done', many, 'done');
    stop('many-not-your-turn', many, '', { signer: 99 });
    const cancelled = await send('fast');
    await acme.api.delete(cancelled.path);
    stop('cancelled', cancelled);
    const replaced = await send('fast');
    await acme.api.patch(`${replaced.path}/signers/${replaced.signerIds[0]}`, { email: 'new@signers.test' });
    stop('replaced', replaced);
    const handedOver = await send('fast', [ANNA], { allowHandOver: true });
    const mira = { person: 'Mira Okafor', email: 'mira@signers.test', reason: 'I am on leave until May.' };
    await handedOver.visitors[0]!.post('hand-over', mira);
    stop('handed-over', handedOver);
    stop('handed-over-landing', await reopened(handedOver));
    const rejected = await send('fast', [ANNA, JONAS]);
    await rejected.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
    stop('rejected-by-you', rejected);
    stop('rejected-by-other', rejected, '', { signer: 1 });
    stop('not-open', await send('fast', [ANNA], { scheduledDate: later }));
    await until('it is completed', async () => (await completed.status()) === 'completed');
  }

  /** One page for each state of a signer's identity check. */
  async function makeIdentityStops(): Promise<void> {
    const checks = new SignerChecks(test, acme);
    const checked = () => send('fast', [ANNA], { requireVerification: true });
    stop('identity-to-begin', await checked(), 'identity');
    const underWay = await checked();
    await checks.begin(underWay.visitors[0]!);
    stop('identity-under-way', underWay, 'identity');
    const failed = await checked();
    await (await checks.begin(failed.visitors[0]!)).post('cancel');
    stop('identity-failed', failed, 'identity');
    const exhausted = await checked();
    for (let tries = 0; tries < 3; tries++) await (await checks.begin(exhausted.visitors[0]!)).post('cancel');
    stop('identity-exhausted', exhausted, 'identity');
    const reviewed = await checked();
    await checks.begin(reviewed.visitors[0]!);
    await checks.askHuman(reviewed);
    stop('identity-in-review', reviewed, 'identity');
    const passed = await send('fast', [{ email: 'verified@signers.test' }], { requireVerification: true });
    await checks.begin(passed.visitors[0]!);
    await checks.review(await checks.askHuman(passed), true);
    stop('verified-consent', passed, 'consent');
  }

  it.each<[string, BrowserContextOptions]>([
    ['en', { ...PHONE, deviceScaleFactor: 1 }],
    ['es', { ...PHONE, deviceScaleFactor: 1, locale: 'es-ES', colorScheme: 'dark' }],
  ])(
    'has no accessibility or layout faults, in %s',
    async (language, device) => {
      // Each link is kept in the language in which it was first read.
      await test.dataSource.query('update signature_signers set locale = null');
      const { page, context } = await openPage(browser, device);
      for (const { name, request, page: path, signer, act } of stops) {
        const { token } = request.visitors[signer]!;
        const answer = await page.goto(`${test.url}/sign/${token}${path && `/${path}`}`);
        expect([name, new URL(answer!.url()).pathname.split('/')[3] ?? '']).toEqual([name, path]);
        await act?.(page);
        if (path === 'document') await page.locator('.document-page canvas').first().waitFor();
        await inspect(page, `page-${language}-${name}`);
        const fits = await fitsNarrowAndLarge(page);
        expect({ name, ...fits }).toEqual({ name, narrow: true, large: true });
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
      }
      await page.goto(`${test.url}/sign/${'0'.repeat(64)}`);
      await inspect(page, `page-${language}-unknown-link`);
      await context.close();
    },
    120_000,
  );
});
