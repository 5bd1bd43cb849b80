import { createHash } from 'node:crypto';
import { type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { EMMY, LISE, OTTO } from '../support/recipients.js';
import { SIGNATURES } from '../support/samples.js';
import { readDocument } from '../support/signing-browser.js';
import { ANNA } from '../support/signing-requests.js';
import { pdfText } from '../support/validators.js';

const PAGES = 2;
const READING_LINK = /https?:\/\/\S+\/read\/[0-9a-f]{64}/;
const REASON = 'The rent is wrong.\n\nPlease call me.';
/** What each does, as the form that prepares a request names it. */
const ACTIONS: readonly [person: { email: string; name?: string }, action: string][] = [
  [ANNA, 'Signs'],
  [EMMY, 'Approves first'],
  [LISE, 'Must read it first'],
  [OTTO, 'Gets a copy'],
];

describe('a request with recipients made by hand in a browser', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    mailbox.mails.length = 0;
  });

  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, email: string) => page.locator('.rows li', { hasText: email });
  const mailTo = (email: string, subject: RegExp) => mailbox.waitForMailTo(email, subject);
  const readingLinkIn = ({ text }: { text?: string }) => READING_LINK.exec(text ?? '')![0];
  const subjectsTo = (email: string) =>
    mailbox.mails.flatMap(({ recipients, subject }) => (recipients.includes(email) ? [subject] : []));

  /** Has the request prepared and sent by hand. @returns the sender, who sees its page, and its address in the API */
  async function sendByHand(name: string, options: BrowserContextOptions) {
    const owner = await signedIn(test, acme);
    const { context, page, failures } = await openPage(await sharedBrowser(), options);
    const { url } = test;
    await context.addCookies([...owner.cookies].map(([cookie, value]) => ({ name: cookie, value, url })));
    const lease = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: await textPdf(PAGES) };
    await page.goto(`${url}/dashboard/signatures/new`);
    await page.getByLabel('Choose the document').setInputFiles(lease);
    await button(page, 'Upload and continue').click();
    await heading(page, 'Signers and message');
    for (const [index, [person, action]] of ACTIONS.entries()) {
      if (index > 0) await button(page, 'Add a person').click();
      await page.locator(`#email-${index}`).fill(person.email);
      await page.locator(`#person-${index}`).fill(person.name!);
      await page.locator(`#action-${index}`).selectOption({ label: action });
    }
    await inspect(page, `recipients-${name}-1-people`);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await button(page, 'Save and continue').last().click();
    await heading(page, 'Fields');
    await button(page, 'Save and continue').click();
    await heading(page, 'Check and send');
    await inspect(page, `recipients-${name}-2-check`);
    await button(page, 'Send the request').click();
    await page.getByText('The request was sent.').waitFor();
    await inspect(page, `recipients-${name}-3-sent`);
    const path = `${SIGNATURES}/${/signatures\/(\d+)/.exec(page.url())![1]}`;
    return { context, page, failures, path };
  }

  async function onPhone(work: (page: Page) => Promise<void>): Promise<void> {
    const { context, page, failures } = await openPage(await sharedBrowser(), PHONE);
    await work(page);
    expect(failures).toEqual([]);
    await context.close();
  }

  async function ended({ context, failures }: { context: BrowserContext; failures: string[] }) {
    expect(failures).toEqual([]);
    await context.close();
  }

  it('is declined by its approver, with a reason that the sender sees, and asks nobody to sign any more', async () => {
    const sender = await sendByHand('declined', DESK);
    const asked = await mailTo(EMMY.email, /asks you to approve/);
    const invited = await mailTo(ANNA.email, /asks you to sign/);
    expect(invited.text).toContain('approve, read or sign before you');
    await onPhone(async (page) => {
      await page.goto(readingLinkIn(asked));
      await heading(page, 'Meridian Notaries has asked you to approve a document');
      await link(page, 'Read the document').click();
      await readDocument(page, PAGES);
      await link(page, 'Decline').last().click();
      await page.getByLabel('Why are you declining?').fill(REASON);
      await button(page, 'Continue').click();
      await button(page, 'Decline to approve').click();
      await heading(page, 'You have declined');
    });
    // The sender's page shows it without being loaded again.
    const approver = row(sender.page, EMMY.email);
    await approver.getByText('Declined', { exact: true }).waitFor();
    expect(await approver.getByText('The rent is wrong.').textContent()).toBe(REASON);
    await inspect(sender.page, 'recipients-declined-4-request');
    for (const { email } of [ANNA, OTTO]) {
      const told = await mailTo(email, /Declined/);
      expect(told.text).toContain('Emmy Noether has declined to approve');
      expect(told.text).not.toContain('The rent');
    }
    await onPhone(async (page) => {
      await page.goto(/https?:\/\/\S+\/sign\/[0-9a-f]{64}/.exec(invited.text!)![0]);
      await page.getByText('was not approved').waitFor();
      expect(await page.locator('form[action*="consent"]').count()).toBe(0);
    });
    expect(subjectsTo(ANNA.email)).toHaveLength(2);
    await ended(sender);
  }, 240_000);

  it('is approved, read, signed and certified, while a copy is only read', async () => {
    const sender = await sendByHand('approved', { ...PHONE, colorScheme: 'dark' });
    const eventsOf = async (type: string) => {
      const { items } = (await acme.api.get(`${sender.path}/audit-trail`)).body as {
        items: { type: string; documents?: { n: number; sha256: string }[] }[];
      };
      return items.filter((event) => event.type === type);
    };
    const signing = await mailbox.waitForSigningLink(ANNA.email);

    await onPhone(async (page) => {
      const copy = readingLinkIn(await mailTo(OTTO.email, /For your information/));
      await page.goto(copy);
      await inspect(page, 'recipients-approved-4-copy');
      await link(page, 'Read the document').click();
      await readDocument(page, PAGES);
      expect(await page.locator('main form').count()).toBe(0);
      const answers = await Promise.all(
        ['', '/document', '/consent'].map((step) =>
          page.request.get(copy.replace('/read/', '/sign/') + step),
        ),
      );
      expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404]);
    });
    await onPhone(async (page) => {
      await page.goto(readingLinkIn(await mailTo(LISE.email, /asks you to read/)));
      await link(page, 'Read the document').click();
      const drawn = await page.request.get(page.url().replace(/document$/, 'file'));
      const shown = createHash('sha256')
        .update(await drawn.body())
        .digest('hex');
      await readDocument(page, PAGES);
      await button(page, 'I have read it').click();
      await heading(page, 'You have confirmed that you read it');
      const [viewed] = await eventsOf('viewed');
      expect(viewed!.documents).toEqual([{ n: 1, sha256: shown }]);
    });
    await onPhone(async (page) => {
      await page.goto(signing);
      await heading(page, 'It’s not your turn yet');
      await page.getByText(EMMY.name!).waitFor();
    });
    await onPhone(async (page) => {
      await page.goto(readingLinkIn(await mailTo(EMMY.email, /asks you to approve/)));
      await link(page, 'Read the document').click();
      await readDocument(page, PAGES);
      await link(page, 'I have read it').click();
      await page.getByRole('checkbox').check();
      await button(page, 'Approve now').click();
      await heading(page, 'You have approved');
    });
    await mailTo(ANNA.email, /your turn/);
    await row(sender.page, EMMY.email).getByText('Approved', { exact: true }).waitFor();
    await inspect(sender.page, 'recipients-approved-5-turn');
    await onPhone(async (page) => {
      await page.goto(signing);
      await link(page, 'Read the document').click();
      await readDocument(page, PAGES);
      await link(page, 'I have read it').click();
      await page.getByRole('checkbox').check();
      await button(page, 'Sign now').click();
      await heading(page, /You have signed|Everyone has signed/);
    });

    const completed = await mailTo(EMMY.email, /Completed/);
    expect(completed.attachments).toHaveLength(2);
    await sender.page.getByText('Completed', { exact: true }).first().waitFor();
    await inspect(sender.page, 'recipients-approved-6-request');
    const certificate = (await acme.api.get(`${sender.path}/certificate`)).body as unknown as Buffer;
    const words = pdfText(certificate);
    for (const { email, name } of [EMMY, LISE, OTTO]) {
      expect(words).toContain(name);
      expect(words).toContain(email);
    }
    await ended(sender);
  }, 240_000);
});
