import { type BrowserContext, type Locator, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { panelFaults } from '../support/panel-in-view.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('a request made by hand in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let lease: { name: string; mimeType: string; buffer: Buffer };

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    lease = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: await textPdf(3) };
  });
  afterAll(() => test?.close());

  /** The dashboard, with the number of clicks so far; a drag is one. */
  async function open(viewport = DESK.viewport!) {
    const { context, page, failures } = await openPage(await sharedBrowser(), { ...DESK, viewport });
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    const made = { clicks: 0, leaving: 0 };
    await context.exposeFunction('clicked', () => (made.clicks += 1));
    await context.addInitScript("addEventListener('pointerdown', () => window.clicked(), true)");
    page.on('dialog', (dialog) => {
      made.leaving += 1;
      void dialog.accept();
    });
    return { context, page, failures, made };
  }
  const begin = async () => {
    const { location } = await owner.upload(
      'signatures/new',
      { type: 'fast' },
      { name: 'Lease.pdf', bytes: lease.buffer },
    );
    return `${test.url}/dashboard${location!.replace(/\/signers$/, '')}`;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const hasFocus = async (found: Locator) => (await found.and(found.page().locator(':focus')).count()) > 0;
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
  const mark = (page: Page, name: RegExp) => page.getByRole('button', { name });
  const drawn = (page: Page) => page.locator('.document-page canvas').first().waitFor();

  async function chooseFile(page: Page, made: { clicks: number }): Promise<void> {
    await page.goto(`${test.url}/dashboard/signatures/new`);
    await page.getByLabel('Choose the document').setInputFiles(lease);
    made.clicks = 0;
    await button(page, 'Upload and continue').click();
    await heading(page, 'Signers and message');
    await until('the first address has the focus', () => hasFocus(page.locator('#email-0')));
  }

  async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
    await from.hover();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  }

  it('takes at most five clicks from the chosen file to one signer’s request', async () => {
    const { context, page, failures, made } = await open();
    await chooseFile(page, made);
    await page.keyboard.type(ANNA.email);
    await button(page, 'Save and continue').last().click();
    await heading(page, 'Fields');
    await button(page, 'Save and continue').click();
    await heading(page, 'Check and send');
    await button(page, 'Send the request').click();
    await page.getByText('The request was sent.').waitFor();
    expect(made.clicks).toBeLessThanOrEqual(5);
    expect(made.leaving).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });

  inDepth('takes at most fourteen clicks for two signers and five fields', async () => {
    const { context, page, failures, made } = await open();
    await chooseFile(page, made);
    await page.keyboard.type(ANNA.email);
    await button(page, 'Add a person').click();
    await page.keyboard.type(JONAS.email);
    await button(page, 'Save and continue').last().click();
    await heading(page, 'Fields');
    await drawn(page);
    const sheet = (await page.locator('.document-page').first().boundingBox())!;
    const at = (across: number, down: number) => ({ x: sheet.x + across * sheet.width, y: sheet.y + down });
    await drag(page, button(page, 'Signature'), at(0.3, 100));
    await drag(page, button(page, 'Date'), at(0.3, 200));
    await drag(page, button(page, 'Text'), at(0.3, 300));
    await page.getByLabel('Fields for').selectOption({ index: 1 });
    await drag(page, button(page, 'Signature'), at(0.7, 100));
    await drag(page, button(page, 'Date'), at(0.7, 200));
    await button(page, 'Save and continue').click();
    await heading(page, 'Check and send');
    await button(page, 'Send the request').click();
    await page.getByText('The request was sent.').waitFor();
    // A person clicks twice to choose the second signer.
    expect(made.clicks + 2).toBeLessThanOrEqual(14);
    const placed =
      'select count(*)::integer as placed from signature_fields where organization_id = $1 and signer_id is not null';
    expect(await test.dataSource.query(placed, [acme.organizationId])).toEqual([{ placed: 5 }]);
    expect(failures).toEqual([]);
    await context.close();
  });

  /** Goes on with the Tab key alone. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1)
      await page.keyboard.press('Tab');
    expect(await hasFocus(target)).toBe(true);
  }
  const enter = async (page: Page, target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const placesOf = async (found: Locator) => {
    const names = await found.locator('.unseen').allTextContents();
    return names.map((name) =>
      /page (\d+), (\d+) points from the left, (\d+)/.exec(name)!.slice(1).map(Number),
    );
  };

  inDepth('is made by keyboard alone, fields included', async () => {
    const { context, page, failures, made } = await open();
    await page.goto(`${test.url}/dashboard/signatures/new`);
    await tabTo(page, page.getByLabel('Choose the document'));
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(lease);
    await enter(page, button(page, 'Upload and continue'));
    await heading(page, 'Signers and message');
    await page.keyboard.type(ANNA.email);
    await enter(page, button(page, 'Add a person'));
    expect(await hasFocus(page.locator('#email-1'))).toBe(true);
    await page.keyboard.type(JONAS.email);
    await page.keyboard.press('Shift+Tab');
    await enter(page, button(page, 'Move person 2 up'));
    expect(await page.locator('#email-0').inputValue()).toBe(JONAS.email);
    expect(await page.getByLabel('In this order, one after another').isChecked()).toBe(true);
    await enter(page, button(page, 'Save and continue').last());
    await heading(page, 'Fields');
    await drawn(page);
    await enter(page, button(page, 'Signature'));
    const signatures = mark(page, /^Signature for/);
    const [[, x, y]] = (await placesOf(signatures)) as [number[]];
    await page.keyboard.press('Control+ArrowLeft');
    const [[, left]] = (await placesOf(signatures)) as [number[]];
    expect(left).toBeLessThan(x!);
    expect(await page.locator('.field-guide.left').count()).toBe(1);
    await page.keyboard.press('Control+d');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+ArrowLeft');
    const both = await placesOf(signatures);
    expect(both.map(([, across]) => across)).toEqual([left, left]);
    expect(both[1]![2]).toBeGreaterThanOrEqual(y! + 48);
    await page.keyboard.press('Control+Shift+D');
    await page.getByText('Also placed on page 2, 3.').first().waitFor();
    expect(await signatures.count()).toBe(4);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    expect(await signatures.count()).toBe(5);
    await page.keyboard.press('Control+z');
    expect(await signatures.count()).toBe(4);
    await enter(page, button(page, 'Save and continue'));
    await heading(page, 'Check and send');
    await enter(page, button(page, 'Send the request'));
    await page.getByText('The request was sent.').waitFor();
    expect(made).toEqual({ clicks: 0, leaving: 0 });
    expect(failures).toEqual([]);
    await context.close();
  });

  inDepth('adds, moves and offers signers in place, and saves them as they are typed', async () => {
    await sendRequest(test, acme, 'fast', [{ email: 'mira@signers.test', name: 'Mira Okafor' }]);
    const draft = await begin();
    const { context, page, failures, made } = await open();
    await page.goto(`${draft}/signers`);
    await page.locator('#email-0').fill('anna@gmial.com');
    await page.locator('#person-0').focus();
    await page.locator('#odd-0').getByText('Did you mean anna@gmail.com?').waitFor();
    await button(page, 'Use it').click();
    expect(await page.locator('#email-0').inputValue()).toBe('anna@gmail.com');
    await button(page, 'Add a person').click();
    await page.keyboard.type('mir');
    await page.getByRole('option', { name: 'Mira Okafor' }).waitFor();
    expect(await page.locator('#email-1').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('#email-1').inputValue()).toBe('mira@signers.test');
    expect(await page.locator('#person-1').inputValue()).toBe('Mira Okafor');
    await button(page, 'I sign too').click();
    expect(await page.locator('#email-2').inputValue()).toBe(acme.ownerEmail);
    expect(await button(page, 'I sign too').isDisabled()).toBe(true);
    const first = (await page.locator('#email-0').boundingBox())!;
    await drag(page, page.locator('[data-signer-grip]').nth(2), { x: first.x + 10, y: first.y - 30 });
    expect(await page.locator('#email-0').inputValue()).toBe(acme.ownerEmail);
    expect(await page.getByLabel('In this order, one after another').isChecked()).toBe(true);
    await button(page, 'Remove person 3').click();
    await saved(page);
    await page.reload();
    expect(await page.locator('#email-0').inputValue()).toBe(acme.ownerEmail);
    expect(await page.locator('#email-2').count()).toBe(0);
    // Saved on the way to another step.
    await page.getByLabel('Subject (optional)').fill('Your lease');
    await page.getByRole('link', { name: 'Check and send' }).click();
    await page.getByText('Your lease').waitFor();
    expect(made.leaving).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });

  inDepth('says calmly that another tab has saved, and lets one choose', async () => {
    const draft = await begin();
    const { context, page } = await open();
    const other: Page = await otherTab(context, `${draft}/signers`);
    await page.goto(`${draft}/signers`);
    await page.locator('#email-0').fill(ANNA.email);
    await saved(page);
    await other.locator('#email-0').fill(JONAS.email);
    const told = other.getByText('This draft was changed in another tab or by somebody else.');
    await told.waitFor();
    await button(other, 'Keep mine').click();
    await saved(other);
    await page.getByLabel('Subject (optional)').fill('Too late');
    await page.getByRole('link', { name: 'Show that version' }).click();
    await until(
      'the other version is shown',
      async () =>
        (await page
          .locator('#email-0')
          .inputValue()
          .catch(() => '')) === JONAS.email,
    );
    await context.close();
  });

  const otherTab = async (context: BrowserContext, address: string) => {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };

  inDepth('keeps properties and the page bar in view, and snaps fields to lines', async () => {
    const draft = await begin();
    await owner.send(`${draft.split('/dashboard/')[1]}/signers`, {
      'email-0': ANNA.email,
      sequence: 'together',
    });
    for (const width of [1280, 1024]) {
      const { context, page, failures } = await open({ width, height: 800 });
      await page.goto(`${draft}/fields`);
      await drawn(page);
      await button(page, 'Text').focus();
      await page.keyboard.press('Enter');
      await page.evaluate('scrollTo(0, 0)');
      const inView = async (found: Locator) => {
        const { y, height } = (await found.boundingBox())!;
        return y >= 0 && y + height <= 800;
      };
      const isOnTop = () =>
        page.evaluate<boolean>(`(() => {
          const bar = document.querySelector('.document-tools').getBoundingClientRect();
          const at = document.elementFromPoint(bar.left + bar.width / 2, bar.top + 20);
          return bar.top < 400 && at.closest('.document-tools') !== null;
        })()`);
      for (const scrolled of [0, 300, 900]) {
        await page.evaluate(`scrollTo(0, ${scrolled})`);
        for (const control of ['Label, for the signer', 'Belongs to'])
          expect([scrolled, control, await inView(page.getByLabel(control))]).toEqual([
            scrolled,
            control,
            true,
          ]);
        for (const act of ['Duplicate', 'Copy', 'On every page', 'Remove', 'Save and continue', 'Text'])
          expect([scrolled, act, await inView(button(page, act))]).toEqual([scrolled, act, true]);
        expect(await isOnTop()).toBe(true);
      }
      if (width === 1280) await snaps(page);
      expect(await panelFaults(page)).toEqual([]);
      expect(failures).toEqual([]);
      await context.close();
    }
  });

  async function snaps(page: Page): Promise<void> {
    await page.evaluate('scrollTo(0, 0)');
    const texts = mark(page, /^Text for/);
    const [[, x]] = (await placesOf(texts)) as [number[]];
    await button(page, 'Duplicate').click();
    const second = page.locator('.field-mark.chosen');
    const from = (await second.boundingBox())!;
    const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y + 60, { steps: 3 });
    await page.mouse.move(middle.x + 4, middle.y + 90, { steps: 3 });
    expect(await page.locator('.field-guide.left').count()).toBe(1);
    await page.mouse.up();
    expect(await page.locator('.field-guide').count()).toBe(0);
    expect((await placesOf(texts)).map(([, across]) => across)).toEqual([x, x]);
    await saved(page);
  }
});
