import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { RequestForms } from '../../src/signatures/form/request-forms.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { button, untilTold } from '../support/document-signing.js';
import { type FormRequest, sendWithForm } from '../support/form-signing.js';
import { type SigningVisitor } from '../support/signing-visitor.js';

const MINUTES = 4 * 60_000;

describe('filling in a form', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  async function open(visitor: SigningVisitor, device: BrowserContextOptions) {
    const opened = await openPage(browser, device);
    await opened.page.goto(`${test.url}/sign/${visitor.token}/document`);
    return opened;
  }

  async function agree(page: Page, picture: string): Promise<void> {
    await page.waitForURL(/consent$/);
    await inspect(page, picture);
    await page.locator('#agree').check();
    await page.locator('.actions button').click();
    await page.waitForURL(/done$/);
    await page.context().close();
  }

  const valuesOf = async ({ id }: FormRequest) => {
    const request = { id, organizationId: acme.organizationId };
    const form = await test.app.get(RequestForms, { strict: false }).of(test.dataSource.manager, request);
    return Object.fromEntries(form!.values);
  };

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.id');

  it(
    'leads by mouse through the document, and hides, computes and asks as it goes',
    async () => {
      const request = await sendWithForm(test, acme, { locale: 'de' });
      const { page, failures } = await open(request.tenant, { ...DESK, colorScheme: 'dark' });
      await page.locator('.document-page canvas').first().waitFor();
      await untilTold(page, '0 von 2 Pflichtfeldern');
      await inspect(page, 'form-desk-1-open');
      await page.locator('.place[data-kind=number]').click();
      await page.keyboard.type('1.234');
      await button(page, 'Nächstes Feld').click();
      expect(await focused(page)).toBe('entry-begins');
      await page.locator('#entry-rent').focus();
      await inspect(page, 'form-desk-2-ambiguous');
      await page.getByRole('button', { name: '1234', exact: true }).click();
      await page.getByText('3.702,00').first().waitFor();
      await page.locator('#entry-begins').fill('2026-03-01');
      await untilTold(page, 'Alles ist ausgefüllt');
      await page.getByLabel('Married').click();
      await untilTold(page, '2 von 3 Pflichtfeldern');
      await button(page, 'Nächstes Feld').click();
      expect(await focused(page)).toBe('entry-spouse');
      await page.keyboard.type('Maximiliana of Hohenstein');
      await page.getByText('Das ist 5 Zeichen zu lang.').waitFor();
      await page.locator('#entry-spouse').fill('Max');
      for (const pet of ['Cat', 'Dog', 'Fish']) await page.getByLabel(pet).check();
      await page.keyboard.press('Tab');
      await untilTold(page, '2 von 3 Pflichtfeldern');
      await page.getByLabel('Dog').uncheck();
      await page.getByLabel('Upper floor').click();
      await page.getByLabel('Upper floor').click();
      expect(await page.getByLabel('Upper floor').isChecked()).toBe(false);
      await inspect(page, 'form-desk-3-filled');
      const kept = page.waitForResponse((answer) =>
        Boolean(answer.request().postData()?.includes('and a key')),
      );
      await page.locator('#entry-wishes').fill('A parking place, and a key');
      await kept;
      await page.reload();
      await untilTold(page, 'Alles ist ausgefüllt');
      await page.locator('[data-go-on]').click();
      expect(failures).toEqual([]);
      await agree(page, 'form-desk-4-review');
      expect(await valuesOf(request)).toEqual({
        ...{ rent: '1234', deposit: '3702', begins: '2026-03-01', married: true, spouse: 'Max' },
        ...{ pets: ['cat', 'fish'], wishes: 'A parking place, and a key' },
      });
    },
    MINUTES,
  );

  it(
    'leads by touch through the list on a phone, and shows what earlier signers entered',
    async () => {
      const request = await sendWithForm(test, acme);
      const first = await open(request.tenant, PHONE);
      await untilTold(first.page, '0 of 2 required');
      await inspect(first.page, 'form-phone-1-open');
      await button(first.page, 'Next field').tap();
      expect(await focused(first.page)).toBe('entry-rent');
      await first.page.keyboard.type('1234.5');
      await first.page.locator('#entry-deposit').getByText('3,703.50').waitFor();
      await first.page.getByLabel('Begins on').fill('2026-03-01');
      await first.page.getByLabel('Cat').tap();
      await first.page.getByLabel('Wishes').fill('A very long wish. '.repeat(60));
      await first.page.getByText(/There is no room for this in the document/).waitFor();
      await first.page.getByLabel('Wishes').fill('');
      await button(first.page, 'Show on page 1').first().tap();
      await first.page.locator('.place[data-kind=number]').waitFor();
      await inspect(first.page, 'form-phone-2-document');
      await first.page.locator('[data-go-on]').tap();
      expect(first.failures).toEqual([]);
      await agree(first.page, 'form-phone-3-review');

      const second = await open(request.landlord, PHONE);
      await second.page.getByLabel('Fee for pets').fill('50');
      await second.page.locator('[data-go-on]').tap();
      await second.page.getByText('1,234.50').first().waitFor();
      await agree(second.page, 'form-phone-4-second');
      expect(await valuesOf(request)).toMatchObject({ pets: ['cat'], petfee: '50', rent: '1234.5' });
      expect(await valuesOf(request)).not.toHaveProperty('wishes');
    },
    MINUTES,
  );

  it(
    'leads by keyboard in the order of the page',
    async () => {
      const request = await sendWithForm(test, acme);
      const { page, failures } = await open(request.tenant, DESK);
      await untilTold(page, '0 of 2 required');
      await page.locator('.document-scroll').focus();
      const order: string[] = [];
      for (let each = 0; each < 9; each++) {
        await page.keyboard.press('Tab');
        const id = await focused(page);
        if (id !== order.at(-1)) order.push(id);
      }
      expect(order.slice(0, 6)).toEqual([
        ...['entry-rent', 'entry-begins', 'entry-married-0'],
        ...['entry-pets-0', 'entry-pets-1', 'entry-pets-2'],
      ]);
      await page.locator('#entry-rent').focus();
      await page.keyboard.type('200');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('entry-begins');
      await page.locator('#entry-begins').fill('2026-03-01');
      await page.locator('#entry-floor-0').focus();
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('#entry-floor-1').isChecked()).toBe(true);
      await page.keyboard.press('Delete');
      expect(await page.locator('#entry-floor-1').isChecked()).toBe(false);
      await page.locator('[data-go-on]').focus();
      await page.keyboard.press('Enter');
      expect(failures).toEqual([]);
      await agree(page, 'form-keys-review');
      expect(await valuesOf(request)).toMatchObject({ rent: '200', deposit: '600' });
    },
    MINUTES,
  );

  it(
    'asks step by step without scripts, and finds the same',
    async () => {
      const request = await sendWithForm(test, acme);
      const { page } = await open(request.tenant, { ...PHONE, javaScriptEnabled: false });
      await page.getByLabel('Monthly rent').fill('1,234.50');
      await page.getByLabel('Begins on').fill('2026-03-01');
      await page.getByLabel('Married').check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Your answers lead to other fields.').waitFor();
      expect(await page.getByLabel('Monthly rent').inputValue()).toBe('1,234.50');
      await page.getByLabel('Name of the spouse').fill('Max');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(/consent$/);
      await page.getByText('3,703.50').waitFor();
      await page.locator('#agree').check();
      await page.getByRole('button', { name: 'Sign now' }).click();
      await page.waitForURL(/done$/);
      await page.context().close();
      expect(await valuesOf(request)).toEqual({
        ...{ rent: '1234.5', deposit: '3703.5', begins: '2026-03-01', married: true, spouse: 'Max' },
        wishes: 'A parking place',
      });
    },
    MINUTES,
  );
});
