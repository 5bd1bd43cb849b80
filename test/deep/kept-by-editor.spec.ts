import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { draftTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';

/** As many groups inside each other as conditions may have. */
const LEVELS = 8;
const IS_HIGH = { field: 'rent', gt: '1000' };
const DEEP = Array.from({ length: LEVELS }).reduce<object>(
  (inner, _, level) => ({ [level % 2 === 0 ? 'any' : 'all']: [inner, { field: 'rent', gt: String(level) }] }),
  IS_HIGH,
);
const place = (document: number, y: number) => ({ document, page: 1, x: 72, y, width: 200, height: 20 });
const NOTE = { key: 'note', kind: 'text', role: 'tenant', label: 'Note', showIf: DEEP };
const BEYOND = { key: 'annex', kind: 'text', role: 'tenant', label: 'Of the annex' };

describe('what only the API can make, in the editor of a template', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  /** A template of two documents, with a field on the second and a condition of eight levels. */
  async function template(): Promise<string> {
    const path = await draftTemplate(acme, RENT_TEMPLATE);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await textPdf(1))], { type: 'application/pdf' }), 'Annex.pdf');
    const { body: added } = await acme.api.put(`${path}/documents/2`, form);
    const fields = [
      ...RENT_TEMPLATE.fields,
      { ...NOTE, places: [place(1, 300)] },
      { ...BEYOND, places: [place(2, 300)] },
    ];
    const given = { ...RENT_TEMPLATE, fields, revision: added.revision };
    const put = await acme.api.put(`${path}/definition`, given);
    expect([put.status, put.body.details]).toEqual([200, undefined]);
    return path;
  }

  const fieldsIn = async (path: string) => (await acme.api.get(`${path}/definition`)).body.fields as object[];

  it.each([
    ['at a desk', DESK],
    ['on a phone', { ...PHONE, colorScheme: 'dark' as const }],
  ])(
    'is shown as far as it can be, said to be kept, and kept: %s',
    async (way, device) => {
      const path = await template();
      const before = await fieldsIn(path);
      const { context, page, failures } = await openPage(await sharedBrowser(), device);
      await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
      await page.goto(`${test.url}/dashboard/templates/${path.split('/').at(-1)}/fields`);
      await page.locator('.document-page canvas').first().waitFor();
      await page.getByText('1 field on further documents is not shown here and stays as it is.').waitFor();
      await page.locator('[data-field-mark]').filter({ hasText: 'Note' }).focus();
      await page.locator('summary', { hasText: 'When it is shown' }).click();
      await page.locator(`[data-condition-path="${'0.'.repeat(LEVELS - 1)}0"]`).waitFor({ timeout: 20_000 });
      const kept = page.getByText('What it made is shown here, and kept.');
      expect(await kept.filter({ visible: true }).count()).toBe(1);
      await kept.filter({ visible: true }).scrollIntoViewIfNeeded();
      await inspect(page, `form-10-deep-${way.split(' ').at(-1)!}`);
      expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });

      await page.getByLabel('Label, for the signer').fill('Remark');
      await page.getByLabel('Label, for the signer').press('Enter');
      const named = (fields: object[]) => fields.map((each) => ({ ...each, label: '' }));
      const labelled = async () => JSON.stringify(await fieldsIn(path)).includes('"label":"Remark"');
      await until('the label is saved', labelled);
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('heading', { level: 1, name: 'Check and publish' }).waitFor();
      const after = await fieldsIn(path);
      expect(named(after)).toEqual(expect.arrayContaining(named(before)));
      expect(after).toHaveLength(before.length);
      expect(failures).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
