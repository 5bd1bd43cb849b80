import { type Browser } from 'playwright-core';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
import {
  accessibilityFaults,
  DESK,
  fitsWidth,
  openPage,
  PHONE,
  sharedBrowser,
  takePicture,
} from '../support/browser.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';

const ANNA = 'anna@signers.test';
const JONAS = 'jonas@signers.test';
/** Points. */
const A4_HEIGHT = 841.89;
const place = { page: 2, x: '50%', y: 600, width: '40%', height: 60 };
const FIELDS = [
  { ...place, kind: 'signature', signerEmail: ANNA },
  { ...place, kind: 'date', signerEmail: ANNA, y: 700, height: 24 },
  { ...place, kind: 'signature', signerEmail: JONAS, x: 20, width: 200 },
];

describe('the fields of a signer', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    browser = await sharedBrowser();
  });

  it('are listed, and marked in the right places on the pages, only for that signer', async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
    await acme.api.put(`${path}/document`, await textPdf(2), {
      headers: { 'content-type': 'application/pdf' },
    });
    expect((await acme.api.put(`${path}/document/fields`, { fields: FIELDS })).status).toBe(200);
    const signers = [ANNA, JONAS].map((email) => ({ email, name: 'Somebody' }));
    const sent = await acme.api.post(`${path}/send`, { signers });
    const { token } = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    for (const [name, device] of [
      ['phone', PHONE],
      ['desk', DESK],
    ] as const) {
      const { page, failures } = await openPage(browser, device);
      await page.goto(`${test.url}/sign/${token}/document`);
      await page.getByText('Your fields in this document').click();
      await page.getByRole('link', { name: 'page 2' }).first().click();
      const marks = page.locator('.document-place');
      await marks.first().waitFor();
      expect(await marks.allTextContents()).toEqual(['Your signature', 'Date you sign']);
      const sheet = (await page.locator('.document-page').nth(1).boundingBox())!;
      const mark = (await marks.first().boundingBox())!;
      expect((mark.x - sheet.x) / sheet.width).toBeCloseTo(0.5, 2);
      expect(mark.width / sheet.width).toBeCloseTo(0.4, 2);
      expect(((mark.y - sheet.y) / sheet.height) * A4_HEIGHT).toBeCloseTo(600, -1);
      await takePicture(page, `sign-places-${name}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await takePicture(page, `sign-places-${name}-dark`);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await fitsWidth(page)).toBe(true);
      expect(failures).toEqual([]);
      await page.context().close();
    }
  });
});
