import { type Browser, type Page } from 'playwright-core';
import { type TestOrganization } from '../support/app.js';
import {
  DESK,
  fitsNarrowAndLarge,
  inspect,
  openPage,
  PHONE,
  sharedBrowser,
  takePicture,
} from '../support/browser.js';
import { type DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { renderPassport } from '../support/passport-renderer.js';
import {
  caseWithBarcode,
  caseWithFace,
  caseWithoutPictures,
  caseWithPassport,
  reviewing,
} from '../support/review-cases.js';
import { until } from '../support/until.js';
import { type TestVerification } from '../support/verifications.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const END = 'identity_verification.completed';
const LINK = /https?:\/\/\S+\/verify\/[0-9a-f]{64}/;

describe('a review in a browser', () => {
  let subscribers: WebhookSubscribers;
  let mailbox: Mailbox;
  let browser: Browser;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    subscribers = await WebhookSubscribers.start({ smtpUrl: mailbox.url });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await subscribers?.stop();
    await mailbox?.stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  async function enter(page: Page, acme: TestOrganization): Promise<void> {
    const { email } = await signedIn(subscribers.test, acme, 'reviewer');
    await page.goto(`${subscribers.test.url}/dashboard/sign-in?next=/dashboard/reviews`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Reviews');
  }
  const untilPicturesShow = (page: Page) =>
    until('the pictures show', () =>
      page.evaluate<boolean>('[...document.images].every((image) => image.naturalWidth > 0)'),
    );

  it.each([
    ['desk', DESK],
    ['dark phone', { ...PHONE, colorScheme: 'dark' as const }],
  ])('shows what a barcode says that is not a licence’s, at a %s', async (name, options) => {
    const acme = await subscribers.test.createOrganization();
    const lines = ['PERMIT 4711', 'DOE,JANE ANN', '12.08.1974', 'X'.repeat(90)];
    const session = await caseWithBarcode(subscribers.test, acme, lines.join('\n'));
    const { context, page, failures } = await openPage(browser, options);
    await enter(page, acme);
    await page.goto(`${subscribers.test.url}/dashboard/reviews/${session.id}`);
    await untilPicturesShow(page);
    expect(await page.locator('pre').innerText()).toBe(lines.join('\n'));
    await inspect(page, `review-barcode-${name}`);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('decides a case by keyboard, delivers the decision, and opens the next case', async () => {
    const inbox = subscribers.receiver.newInbox();
    const acme = await subscribers.subscriber(inbox, [END]);
    const first = await caseWithFace(subscribers.test, acme);
    const second = await caseWithPassport(subscribers.test, acme, { firstName: 'Joan', lastName: 'Smith' });
    const { context, page, failures } = await openPage(browser, DESK);
    await enter(page, acme);
    await inspect(page, 'review-1-queue');
    expect(await page.locator('.left').first().textContent()).toMatch(/^23:5\d:\d\d left$/);

    const began = performance.now();
    await page.getByRole('link', { name: 'Start with the most urgent' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Anna Maria Eriksson');
    await untilPicturesShow(page);
    const shownMs = performance.now() - began;
    await page.keyboard.press('a');
    await page.locator('[data-decision=approved][open]').waitFor();
    expect(await first.read()).toMatchObject({ status: 'failed' });
    await page.keyboard.press('Enter');
    await heading(page, 'Joan Smith');
    const decidedMs = performance.now() - began;
    const [delivered] = await inbox.waitFor(1);
    console.info(
      `A case was opened, seen after ${seconds(shownMs)} and decided after ${seconds(decidedMs)}, and delivered after ` +
        seconds(performance.now() - began),
    );
    expect(JSON.parse(delivered!.body.toString())).toMatchObject({ event: END, data: { id: first.id } });
    await page.getByText(`Your decision on case ${first.id} is saved`).waitFor();

    await tryKeys(page);
    await page.keyboard.press('r');
    await inspect(page, 'review-2-reject');
    await page.keyboard.press('Enter');
    await page.getByText('Choose a reason or write one.').waitFor();
    expect(await second.read()).toMatchObject({ status: 'failed', sessionUrl: expect.any(String) });
    await untilPicturesShow(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Reviews');
    expect((await second.report()).body.reasons.at(-1)).toBe('This document is not accepted');
    await page.getByText(`Your decision on case ${second.id} is saved`).click();
    await inspect(page, 'review-3-decided');
    await context.close();
    // The answer to a decision without a reason.
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
  }, 120_000);

  it('sends a case back to the person, decides it after the new photo, and delivers the decision', async () => {
    const inbox = subscribers.receiver.newInbox();
    const acme = await subscribers.subscriber(inbox, [END]);
    const email = 'asked-again@example.com';
    const session = await caseWithPassport(subscribers.test, acme, { email });
    const { context, page, failures } = await openPage(browser, DESK);
    await enter(page, acme);
    const openFirst = async () => {
      await page.getByRole('link', { name: 'Start with the most urgent' }).press('Enter');
      await heading(page, 'John Smith');
      await untilPicturesShow(page);
    };
    await openFirst();
    await page.keyboard.press('n');
    await heading(page, 'Reviews');
    await openFirst();
    await page.keyboard.press('s');
    await page.locator('[data-decision=asked][open]').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByLabel('Reflection').isChecked()).toBe(true);
    await inspect(page, 'review-9-ask');
    await page.keyboard.press('Enter');
    await heading(page, 'Reviews');
    await page.getByText('No cases are waiting for a decision.').waitFor();
    expect(await session.read()).toMatchObject({ status: 'in_progress' });

    const mail = await mailbox.waitForMailTo(email, /needs one more picture/);
    const person = await openPage(browser, PHONE);
    await person.page.goto(LINK.exec(mail.text ?? '')![0]);
    await heading(person.page, 'Photograph your passport’s photo page');
    await person.page.getByText('A reflection covers part of your last photo.').waitFor();
    await inspect(person.page, 'review-10-asked');
    const photo = { name: 'IMG_7.jpg', mimeType: 'image/jpeg', buffer: await renderPassport() };
    await person.page.setInputFiles('input[type=file]', photo);
    await person.page.getByRole('button', { name: 'Send this photo' }).click();
    await heading(person.page, 'A person will review this');
    expect(inbox.requests).toEqual([]);

    // The queue shows it again without a reload.
    await openFirst();
    await page.keyboard.press('a');
    await page.locator('[data-decision=approved][open]').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Reviews');
    const [delivered] = await inbox.waitFor(1);
    expect(JSON.parse(delivered!.body.toString())).toMatchObject({ event: END, data: { id: session.id } });
    expect((await session.report()).body).toMatchObject({ result: 'approved' });
    await person.page.reload();
    await heading(person.page, 'Your identity is confirmed');
    await Promise.all([context.close(), person.context.close()]);
    expect([...failures, ...person.failures]).toEqual([]);
  }, 120_000);

  it('shows at once who is looking at a case, and on the overview what waits', async () => {
    const { test } = subscribers;
    const acme = await test.createOrganization();
    const waiting = await caseWithoutPictures(test, acme);
    const owner = await signedIn(test, acme);
    const holder = await signedIn(test, acme, 'reviewer');
    await reviewing.open(holder, waiting);
    const [held, overview] = [await openPage(browser, DESK), await openPage(browser, PHONE)];
    const reviewer = await signedIn(test, acme, 'reviewer');
    await enterAs(held.page, reviewer, `reviews/${waiting.id}`);
    await enterAs(overview.page, owner, '');
    await held.page.getByRole('heading', { name: `${holder.email} is reviewing this case` }).waitFor();
    const waitingCount = overview.page.locator('#live-waiting dd').first();
    expect(await waitingCount.textContent()).toMatch('1');
    for (const { page } of [held, overview]) await page.evaluate("document.body.dataset.loaded = 'once'");

    await caseWithoutPictures(test, acme);
    await waitingCount.filter({ hasText: '2' }).waitFor();
    await reviewing.post(holder, waiting, 'leave');
    await held.page.getByRole('heading', { name: 'Nobody is reviewing this case now' }).waitFor();
    for (const { page } of [held, overview]) expect(await loadedOnce(page)).toBe('once');
    await inspect(held.page, 'review-8-free');
    await inspect(overview.page, 'overview-live');
    await held.page.getByRole('link', { name: 'Open the case' }).click();
    await held.page.locator('[data-decision]').first().waitFor();

    // An open page is closed when its person is removed.
    await held.page.goto(`${test.url}/dashboard/reviews`);
    await owner.confirm();
    const people = (await owner.get('people')).html;
    const [, id] = /people\/(\d+)\/remove/.exec(people.slice(people.indexOf(reviewer.email)))!;
    await owner.send(`people/${id!}/remove`, {}, 'people');
    await heading(held.page, 'Sign in');
    await Promise.all([held.context.close(), overview.context.close()]);
    expect([...held.failures, ...overview.failures]).toEqual([]);
  }, 120_000);

  const loadedOnce = (page: Page) => page.evaluate<string>('document.body.dataset.loaded');

  /** A page of the dashboard, in the member's session. */
  async function enterAs(page: Page, { cookies }: DashboardMember, address: string): Promise<void> {
    const { url } = subscribers.test;
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    await page.goto(`${url}/dashboard/${address}`.replace(/\/$/, ''));
  }

  /** No key decides anything, and what is typed is text. */
  async function tryKeys(page: Page): Promise<void> {
    const transform = () => styleOfPicture(page, 'transform');
    for (const key of ['1', '+', '+', 't', 'b', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await styleOfPicture(page, 'filter')).toBe('brightness(1.2)');
    expect(await transform()).toMatch(/translate\(\d.*px, .*\) scale\(1\.\d+\) rotate\(90deg\)/);
    await page.keyboard.press('0');
    expect(await transform()).toBe('translate(0px, 0px) scale(1) rotate(0deg)');
    await page.locator('.pane').first().hover();
    await page.mouse.wheel(0, -100);
    await until('the wheel has enlarged it', async () => (await transform()).includes('scale(1.1)'));
    await page.keyboard.press('0');
    await page.keyboard.press('?');
    await inspect(page, 'review-4-keys');
    await page.keyboard.press('Escape');
    expect(await isWritingKept(page)).toBe(true);
    await page.locator('[data-decision=approved]').getByLabel('In your own words').fill('');
    await page.keyboard.type('nar?');
    expect(await page.locator('#words-approved').inputValue()).toBe('nar?');
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-decision][open]').count()).toBe(0);
  }

  /** Whether someone who opens a form and begins to write at once stays where they write. */
  const isWritingKept = (page: Page) =>
    page.evaluate<boolean>(`new Promise((resolve) => {
      const decision = document.querySelector('[data-decision=approved]');
      const words = decision.querySelector('#words-approved');
      decision.addEventListener('toggle', () => resolve(document.activeElement === words), { once: true });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
      words.focus();
    })`);

  const styleOfPicture = (page: Page, property: string) =>
    page.evaluate<string>(`document.querySelector(".pane img").style.${property}`);

  /** Moves two fingers apart on the first picture, to three times their distance. */
  async function pinch(page: Page): Promise<void> {
    const { x, y, width, height } = (await page.locator('.pane').first().boundingBox())!;
    const fingers = (apart: number) =>
      [-1, 1].map((side, id) => ({ id, x: x + width / 2 + side * apart, y: y + height / 2 }));
    const touches = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
      touches.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', fingers(20));
    for (const apart of [30, 45, 60]) await touch('touchMove', fingers(apart));
    await touch('touchEnd', []);
  }

  it('shows queue and cases on a dark phone, at a light desk, and without scripts', async () => {
    const acme = await subscribers.test.createOrganization({ name: 'Harbour Records' });
    const waiting = await caseWithFace(subscribers.test, acme, { firstName: 'Jöhn', lastName: 'O’Neill' });
    const dark = await openPage(browser, { ...PHONE, colorScheme: 'dark' });
    await enter(dark.page, acme);
    await look(dark.page, 'review-5-phone-queue');
    await visit(dark.page, waiting);
    await look(dark.page, 'review-6-phone-case');
    await dark.page.locator('.pane').first().tap();
    await pinch(dark.page);
    await until('it is enlarged', async () => /scale\(3/.test(await styleOfPicture(dark.page, 'transform')));
    await dark.page.getByRole('button', { name: 'Reset' }).tap();
    await dark.page.getByRole('button', { name: 'Larger' }).tap();
    await dark.page.locator('.pane.moved').waitFor();

    const colleague = await openPage(browser, DESK);
    await enter(colleague.page, acme);
    await colleague.page.getByText(/is reviewing this case/).waitFor();

    const other = await openPage(browser, { ...DESK, colorScheme: 'dark', javaScriptEnabled: false });
    await enter(other.page, acme);
    await other.page.goto(`${subscribers.test.url}/dashboard/reviews/${waiting.id}`);
    await other.page.getByRole('heading', { name: /is reviewing this case/ }).waitFor();
    await dark.page.getByRole('button', { name: 'Leave' }).tap();
    await heading(dark.page, 'Reviews');
    // Without a reload.
    await colleague.page.getByText(/is reviewing this case/).waitFor({ state: 'detached' });
    await colleague.context.close();
    await other.page.reload();
    await heading(other.page, 'Jöhn O’Neill');
    await takePicture(other.page, 'review-7-dark-without-scripts');
    await other.page.getByText('Reject', { exact: false }).first().click();
    await other.page.getByLabel('The photos cannot be judged').check();
    await other.page.getByRole('button', { name: 'Reject this person' }).click();
    await heading(other.page, 'Reviews');
    await dark.context.close();
    await other.context.close();
    expect([...dark.failures, ...other.failures]).toEqual([]);
  }, 120_000);

  async function visit(page: Page, { id }: TestVerification): Promise<void> {
    await page.goto(`${subscribers.test.url}/dashboard/reviews/${id}`);
    await page.locator('.strip').scrollIntoViewIfNeeded();
    await untilPicturesShow(page);
  }
  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
