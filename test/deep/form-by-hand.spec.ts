import { type Locator, type Page } from 'playwright-core';
import { DESK, fitsNarrowAndLarge, inspect, PHONE } from '../support/browser.js';
import { EditorDesk } from '../support/editor-desk.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('a form made by hand in a browser', () => {
  let desk: EditorDesk;

  beforeAll(async () => {
    desk = await EditorDesk.start();
  });
  afterAll(() => desk?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const mark = (page: Page, name: RegExp) => page.locator('[data-field-mark]').filter({ hasText: name });
  const panel = (page: Page) => page.locator('[data-field-panel]');
  const section = (page: Page, name: string) => panel(page).locator('summary', { hasText: name });

  const draft = () => desk.draft();
  const openEditor = (id: number, look: typeof DESK) => desk.open(id, look);
  const stored = (id: number) => desk.stored(id);

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  async function drag(page: Page, from: Locator, across: number, down: number): Promise<void> {
    const sheet = (await page.locator('.document-page').first().boundingBox())!;
    await from.hover();
    await page.mouse.down();
    await page.mouse.move(sheet.x + across * sheet.width, sheet.y + down * sheet.height, { steps: 4 });
    await page.mouse.up();
  }

  const label = async (page: Page, text: string) => {
    await page.getByLabel('Label, for the signer').fill(text);
    await page.getByLabel('Label, for the signer').press('Enter');
  };

  /** Places a field by keys alone, and labels it. */
  async function placeByKeys(page: Page, kind: string, text: string): Promise<void> {
    await button(page, kind).focus();
    await page.keyboard.press('Enter');
    await label(page, text);
  }

  const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor();

  it('asks for the rules of forms again only when a field is chosen again, if they could not be loaded', async () => {
    const { context, page } = await openEditor(await draft(), DESK);
    let asked = 0;
    await page.route('**/fields?rules', (route) => {
      asked++;
      return route.abort();
    });
    await button(page, 'Text').focus();
    await page.keyboard.press('Enter');
    await page.getByText('This could not be loaded.').waitFor();
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    expect(asked).toBe(1);
    await page.unroute('**/fields?rules');
    await page.keyboard.press('Escape');
    await mark(page, /Text/).first().click();
    await section(page, 'When it is shown').waitFor();
    await context.close();
  });

  it('has numbers, choices, a condition and a formula, placed by mouse, touch and keyboard', async () => {
    const id = await draft();
    const { context, page, failures } = await openEditor(id, DESK);
    await drag(page, button(page, 'Number'), 0.3, 0.3);
    await label(page, 'Monthly rent');
    await section(page, 'What can be entered').click();
    await page.getByLabel('At least').first().fill('100');
    await page.getByLabel('Decimals').fill('2');
    await page.getByLabel('Currency, such as EUR').fill('EUR');
    await page.getByLabel('Currency, such as EUR').press('Enter');
    await placeByKeys(page, 'Checkbox', 'Married');
    await placeByKeys(page, 'Text', 'Spouse');
    await section(page, 'When it is shown').click();
    await button(page, 'Add a condition').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Married' });
    await page.getByText('Shown if: Married is ticked.').waitFor();
    await look(page, 'form-1-condition');
    await placeByKeys(page, 'Formula', 'Deposit');
    await button(page, 'Monthly rent · monthly_rent').click();
    await page.keyboard.type(' * 3');
    await page.keyboard.press('Tab');
    await drag(page, button(page, 'One of several'), 0.7, 0.5);
    await label(page, 'Parking');
    await page.getByLabel('Option 1', { exact: true }).fill('Garage');
    await page.getByLabel('Option 1', { exact: true }).press('Enter');
    await look(page, 'form-2-options');
    await saved(page);
    const { definition, signers } = await stored(id);
    expect(signers).toEqual({ anna_maria_eriksson: ANNA.email, jonas_brandt: JONAS.email });
    expect(definition.fields.map(({ key, kind, places }) => [key, kind, places.length])).toEqual(
      expect.arrayContaining([
        ['monthly_rent', 'number', 1],
        ['parking', 'radio', 2],
        ['deposit', 'formula', 1],
      ]),
    );
    expect(definition.fields.find(({ key }) => key === 'spouse')).toMatchObject({
      showIf: { field: 'married', is: true },
    });
    expect(definition.fields.find(({ key }) => key === 'deposit')).toMatchObject({
      formula: 'monthly_rent * 3',
    });
    expect(definition.fields.find(({ key }) => key === 'monthly_rent')).toMatchObject({
      validation: { min: '100', decimals: 2, currency: 'EUR' },
    });
    await tryAsAnna(page);
    await look(page, 'form-3-fields');
    expect(failures).toEqual([]);
    await context.close();
    await placeByTouch(id);
    await removeWhatOthersUse(id);
  }, 240_000);

  it.each([
    ['by mouse', DESK],
    ['by touch', { ...PHONE, colorScheme: 'dark' as const }],
  ])(
    'has conditions within conditions, %s and keyboard',
    async (way, device) => {
      const id = await draft();
      const { context, page, failures } = await openEditor(id, device);
      const press = (what: Locator) => (way === 'by touch' ? what.tap() : what.click());
      await placeByKeys(page, 'Number', 'Monthly rent');
      await placeByKeys(page, 'Checkbox', 'Married');
      await placeByKeys(page, 'Text', 'Spouse');
      await press(section(page, 'When it is shown'));
      await press(button(page, 'Add a condition'));
      const at = (path: string) => page.locator(`[data-condition-path="${path}"]`);
      await at('0').getByLabel('Field', { exact: true }).selectOption({ label: 'Married' });
      await press(button(page, 'Add a group'));
      const inner = at('1');
      await inner
        .getByLabel('How the conditions count')
        .first()
        .selectOption({ label: 'Any of these holds' });
      const compare = async (path: string, name: string, value: string) => {
        await at(path).getByLabel('Field', { exact: true }).selectOption({ label: 'Monthly rent' });
        await at(path).getByLabel('Comparison').selectOption({ label: name });
        await at(path).getByLabel('Compared with').fill(value);
        await at(path).getByLabel('Compared with').press('Enter');
      };
      await compare('1.0', 'is more than', '1000');
      await press(inner.getByRole('button', { name: 'Add a group' }));
      await compare('1.1.0', 'is less than', '500');
      // The focus is where it was, and keys alone are enough.
      await at('1.1').getByRole('button', { name: 'Add a condition' }).focus();
      await page.keyboard.press('Enter');
      await until('the new condition has the focus', () =>
        page.evaluate<boolean>(
          `document.activeElement.closest('[data-condition-path]')?.dataset.conditionPath === '1.1.1'`,
        ),
      );
      await at('1.1.1').getByLabel('Field', { exact: true }).selectOption({ label: 'Married' });
      await at('1.1').getByLabel('How the conditions count').selectOption({ label: 'None of these holds' });
      await page
        .getByText(
          'Shown if: Married is ticked, and (Monthly rent is more than 1000, or not so: (Monthly rent is less than 500, or Married is ticked)).',
        )
        .waitFor();
      await look(page, `form-8-nested-${way.slice(3)}`);
      await saved(page);
      const conditionOf = async () =>
        (await stored(id)).definition.fields.find(({ key }) => key === 'spouse')?.showIf;
      const married = { field: 'married', is: true };
      const low = { not: { any: [{ field: 'monthly_rent', lt: '500' }, married] } };
      await until('it is stored', async () => JSON.stringify(await conditionOf()).includes('"any"'));
      expect(await conditionOf()).toEqual({
        all: [married, { any: [{ field: 'monthly_rent', gt: '1000' }, low] }],
      });

      await press(at('1.1').getByRole('button', { name: 'Remove this group' }));
      await press(at('1.0').getByRole('button', { name: 'Remove this condition' }));
      await page.getByText('Shown if: Married is ticked.').waitFor();
      await saved(page);
      await until(
        'the groups are gone',
        async () => (await conditionOf()) !== undefined && !('all' in (await conditionOf())!),
      );

      await press(section(page, 'What can be entered'));
      await page.getByLabel('Format').selectOption({ label: 'Postal code (Germany)' });
      await saved(page);
      await until('the format is stored', async () =>
        JSON.stringify((await stored(id)).definition).includes('"format":"postal_code:DE"'),
      );
      expect(failures).toEqual([]);
      await context.close();
    },
    240_000,
  );

  it('has keys and values of options for programs, which conditions follow', async () => {
    const id = await draft();
    const { context, page, failures } = await openEditor(id, DESK);
    await placeByKeys(page, 'Drop-down list', 'Heating');
    await placeByKeys(page, 'Text', 'Age of the pump');
    await section(page, 'When it is shown').click();
    await button(page, 'Add a condition').click();
    await page.getByText('Shown if: Heating is Option 1.').waitFor();
    await mark(page, /Heating/).focus();
    await section(page, 'For programs').click();
    const enter = async (name: string, text: string) => {
      await page.getByLabel(name, { exact: true }).fill(text);
      await page.getByLabel(name, { exact: true }).press('Enter');
    };
    await enter('Key', 'Not a key');
    await page.getByText('A key has lower-case letters').waitFor();
    await enter('Key', 'heat_source');
    await enter('Value of “Option 1”', 'pump');
    await look(page, 'form-9-keys');
    await until('the condition follows', async () => {
      const { definition } = await stored(id).catch(() => ({ definition: null }));
      return JSON.stringify(definition?.fields ?? []).includes('{"field":"heat_source","is":"pump"}');
    });
    expect(failures).toEqual([]);
    await context.close();
  }, 120_000);

  async function tryAsAnna(page: Page): Promise<void> {
    await button(page, 'Try it out').click();
    const dialog = page.getByRole('dialog', { name: 'Try the form out' });
    await dialog.getByLabel('Fill it in as').selectOption(ANNA.email);
    await dialog.getByText('Hidden: Spouse').waitFor();
    await dialog.getByLabel('Monthly rent').fill('99');
    await dialog.getByText('Out of range: 100.').waitFor();
    await dialog.getByLabel('Monthly rent').fill('1250');
    expect(await dialog.getByLabel('Deposit').textContent()).toContain('3,750');
    await dialog.getByLabel('Married').check();
    await dialog.getByLabel('Spouse').fill('Maria');
    await dialog.getByLabel('Garage').check();
    await dialog.getByText('Everything is filled in.').waitFor();
    await inspect(page, 'form-4-trial');
    await dialog.getByLabel('Fill it in as').selectOption(JONAS.email);
    await dialog.getByText('This signer has nothing to fill in.').waitFor();
    await button(page, 'Close').click();
  }

  /** The form has a formula without a place by then, as one that an application made may have. */
  async function placeByTouch(id: number): Promise<void> {
    const { definition, signers } = await stored(id);
    const total = {
      key: 'total',
      kind: 'formula',
      role: 'jonas_brandt',
      label: 'Total of everything due',
      formula: 'deposit * 2',
    };
    const given = { ...definition, signers, fields: [...definition.fields, total] };
    expect((await desk.acme.api.put(`/api/v1/signatures/${id}/form`, given)).status).toBe(200);
    const { context, page, failures } = await openEditor(id, { ...PHONE, colorScheme: 'dark' });
    await button(page, 'Drop-down list').tap();
    await page
      .locator('[data-field-layer]')
      .first()
      .tap({ position: { x: 320, y: 300 } });
    await label(page, 'Floor');
    await section(page, 'When it is shown').tap();
    await button(page, 'Add a condition').tap();
    await look(page, 'form-5-phone');
    await button(page, 'Remove this condition').tap();
    await saved(page);
    const tray = page.getByRole('group', { name: 'Without a place on the pages' });
    await tray.getByRole('button', { name: /Total/ }).tap();
    await page.getByRole('heading', { name: 'Formula without a place' }).waitFor();
    await look(page, 'form-5-unplaced');
    const { fields } = (await stored(id)).definition;
    expect(fields.find(({ key }) => key === 'floor')).toMatchObject({
      kind: 'choice',
      places: [{ page: 1 }],
    });
    expect(fields.find(({ key }) => key === 'total')).toMatchObject({ formula: 'deposit * 2', places: [] });
    expect(failures).toEqual([]);
    await context.close();
  }

  async function removeWhatOthersUse(id: number): Promise<void> {
    const { context, page } = await openEditor(id, DESK);
    await mark(page, /Married/).focus();
    await page.keyboard.press('Delete');
    await page.getByText('“Married” is used by: Spouse.').waitFor();
    await inspect(page, 'form-6-dependents');
    await button(page, 'Remove it anyway').click();
    await saved(page);
    await until('the condition is gone', async () => {
      const { definition } = await stored(id);
      return definition.fields.every(({ key, showIf }) => key !== 'married' && showIf === undefined);
    });
    await page.goto(`${page.url()}?table`);
    await inspect(page, 'form-7-table');
    await button(page, 'Save and continue').click();
    await page.getByRole('heading', { name: 'Check and send' }).waitFor();
    expect((await stored(id)).definition.fields.map(({ key }) => key)).toContain('parking');
    await context.close();
  }
});
