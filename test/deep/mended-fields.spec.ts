import { type Page } from 'playwright-core';
import { accessibilityFaults, DESK, PHONE } from '../support/browser.js';
import { button, documentScene, untilTold } from '../support/document-signing.js';
import { inDepth } from '../support/in-depth.js';
import { sendWrong } from '../support/page-stops.js';
import { drawSignature } from '../support/signing-browser.js';

const JOB = 'Job title: please fill this in.';
const KEYS = 'I have keys: please tick this box.';
const SIGNATURE =
  'Draw your signature: more than a dot or a dash, and not too long. You can also type your name.';
const HOST = 'Enter the host’s name.';
const AGREE = 'To sign, tick the box to say that you agree.';

describe('errors at a field', () => {
  const { send, open } = documentScene();

  /** The form of the last screen, sent without any entry. */
  async function openWrongForm(): Promise<Page> {
    const { address } = await send('in_person');
    const { page } = await open(address, PHONE);
    await page.goto(address.replace(/document$/, 'consent?form'));
    await sendWrong(page);
    return page;
  }

  /** The errors above the form, after checking that the same ones stand beside its fields. */
  async function problems(page: Page): Promise<string[]> {
    const above = await page.locator('[data-errors] a').allTextContents();
    expect(await page.locator('.error[id$="-error"]').allTextContents()).toEqual(above);
    expect(await page.locator('.field.wrong').count()).toBe(above.length);
    return above;
  }

  it('removes an error from the form once the field is corrected', async () => {
    const page = await openWrongForm();
    expect(await problems(page)).toEqual([JOB, KEYS, SIGNATURE, HOST, AGREE]);
    await page.getByLabel('Job title').fill(' ');
    expect(await problems(page)).toContain(JOB);
    await page.getByLabel('Job title').fill('Miller');
    expect(await problems(page)).toEqual([KEYS, SIGNATURE, HOST, AGREE]);
    await page.getByLabel('I have keys').check();
    expect(await problems(page)).toEqual([SIGNATURE, HOST, AGREE]);
    await drawSignature(page);
    expect(await problems(page)).toEqual([HOST, AGREE]);
    await page.getByLabel('Name of the host').fill('Hugo Host');
    expect(await problems(page)).toEqual([AGREE]);
    await page.locator('#agree').check();
    expect(await problems(page)).toEqual([]);
    expect(await page.locator('[data-errors], [aria-invalid]').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  inDepth('removes the error of a signature that is given in another way', async () => {
    const page = await openWrongForm();
    await page.getByRole('radio', { name: 'Type' }).check();
    expect(await page.locator('[data-errors] a').allTextContents()).toContain(SIGNATURE);
    await page.getByLabel('Your name', { exact: true }).fill('A. M. Eriksson');
    expect(await problems(page)).toEqual([JOB, KEYS, HOST, AGREE]);
    await page.context().close();
  });

  it('removes an error from the document once the field is corrected', async () => {
    const { address } = await send('in_person');
    const { page } = await open(address, DESK);
    await untilTold(page, '3 left');
    const unfilled = () => page.locator('.place.open .place-words').allTextContents();
    expect(await unfilled()).toEqual(['Job title', 'I have keys', 'Your signature']);
    await page.locator('.place.text').click();
    await page.getByLabel('Job title').fill('Miller');
    expect(await unfilled()).toEqual(['I have keys', 'Your signature']);
    await page.getByLabel('I have keys').click();
    expect(await unfilled()).toEqual(['Your signature']);
    await page.locator('.place.signature').click();
    await button(page, 'Use this signature').click();
    const problem = page.locator('[data-mark-problem]');
    expect(await problem.textContent()).toContain('more than a dot');
    await drawSignature(page);
    expect(await problem.textContent()).toBe('');
    await button(page, 'Use this signature').click();
    await untilTold(page, 'Everything is filled in');
    expect(await unfilled()).toEqual([]);
    await page.context().close();
  });
});
