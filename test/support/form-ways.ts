import { type BrowserContextOptions, type Page } from 'playwright-core';
import { DESK, PHONE } from './browser.js';
import { keyOf } from './tax-form.js';

/** The proof of wages that the taxpayer attaches. */
export const PROOF = { key: 'proof', label: 'Proof of wages', name: 'Wages.pdf' };
const PROOF_INPUT = `#entry-${PROOF.key}`;

/** The control of a field, or of one of its options. */
const at = (name: string, option = '') => `#entry-${keyOf(name)}${option}`;

/** How somebody fills in the tax form (`tax-form`) and goes on. */
export interface Way {
  device: BrowserContextOptions;
  fill(page: Page, proof: Buffer): Promise<void>;
  prepare(page: Page): Promise<void>;
  /** Goes on from the form, and agrees. */
  agree(page: Page): Promise<void>;
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.id ?? ""');

/** Goes forward with the Tab key until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const id = selector.slice(1);
  for (let steps = 0; steps < 120; steps++) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

const fileOf = (buffer: Buffer) => ({ name: PROOF.name, mimeType: 'application/pdf', buffer });

/** Chooses the file in the dialog that `open` leads to, and waits until the page lists it. */
async function attach(page: Page, proof: Buffer, open: () => Promise<void>): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await open();
  await (await dialog).setFiles(fileOf(proof));
  await page.locator('[data-given-file]', { hasText: PROOF.name }).waitFor();
}

export const MOUSE: Way = {
  device: { ...DESK, colorScheme: 'dark' },
  async fill(page, proof) {
    await page.locator('.document-page canvas').first().waitFor();
    await page.locator(at('name')).click({ clickCount: 3 });
    await page.keyboard.type('Anna Eriksson');
    await page.locator(at('number')).click();
    await page.keyboard.type('123456789');
    expect(await page.locator(at('spouse')).isVisible()).toBe(false);
    await page.locator(at('status', '-1')).click();
    await page.locator(at('spouse')).click();
    await page.keyboard.type('Max Eriksson');
    await page.locator(at('other')).click();
    await page.keyboard.type('99.25');
    await page.locator(at('state')).selectOption({ label: 'New York' });
    await page.locator(at('resident', '-0')).click();
    await page.locator(at('begins')).fill('2026-01-01');
    await attach(page, proof, () => page.locator(PROOF_INPUT).click());
    await page.getByText('1,299.75').first().waitFor();
  },
  async prepare(page) {
    await page.locator('.document-page canvas').first().waitFor();
    await page.locator(at('preparer')).click();
    await page.keyboard.type('Brandt & Sons');
  },
  async agree(page) {
    await page.locator('[data-go-on]').click();
    await page.waitForURL(/consent$/);
    await page.locator('#agree').click();
    await page.locator('.actions button').click();
  },
};

export const TOUCH: Way = {
  device: PHONE,
  async fill(page, proof) {
    await page.locator(at('name')).fill('Anna Eriksson');
    await page.locator(at('number')).tap();
    await page.keyboard.type('123456789');
    await page.locator(at('status', '-1')).tap();
    await page.locator(at('spouse')).tap();
    await page.keyboard.type('Max Eriksson');
    await page.locator(at('other')).tap();
    await page.keyboard.type('99.25');
    await page.locator(at('state')).selectOption({ label: 'New York' });
    await page.locator(at('resident', '-0')).tap();
    await page.locator(at('begins')).fill('2026-01-01');
    await attach(page, proof, () => page.locator(PROOF_INPUT).tap());
  },
  async prepare(page) {
    await page.locator(at('preparer')).tap();
    await page.keyboard.type('Brandt & Sons');
  },
  async agree(page) {
    await page.locator('[data-go-on]').tap();
    await page.waitForURL(/consent$/);
    await page.locator('#agree').tap();
    await page.locator('.actions button').tap();
  },
};

export const KEYS: Way = {
  device: DESK,
  async fill(page, proof) {
    await page.locator('.document-page canvas').first().waitFor();
    await tabTo(page, at('name'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Anna Eriksson');
    await tabTo(page, at('number'));
    await page.keyboard.type('123456789');
    await tabTo(page, at('status', '-0'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, at('spouse'));
    await page.keyboard.type('Max Eriksson');
    await tabTo(page, at('other'));
    await page.keyboard.type('99.25');
    await tabTo(page, at('state'));
    await page.keyboard.type('New');
    await tabTo(page, at('resident', '-0'));
    await page.keyboard.press('Space');
    await tabTo(page, at('begins'));
    await page.keyboard.type('01012026');
    await tabTo(page, PROOF_INPUT);
    await attach(page, proof, () => page.keyboard.press('Enter'));
  },
  async prepare(page) {
    await tabTo(page, at('preparer'));
    await page.keyboard.type('Brandt & Sons');
  },
  async agree(page) {
    await page.locator('[data-go-on]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/consent$/);
    await page.locator('#agree').focus();
    await page.keyboard.press('Space');
    await page.locator('.actions button').focus();
    await page.keyboard.press('Enter');
  },
};

export const NO_SCRIPT: Way = {
  device: { ...PHONE, javaScriptEnabled: false },
  async fill(page, proof) {
    await page.getByLabel('Full name').fill('Anna Eriksson');
    await page.getByLabel('Taxpayer number').fill('123456789');
    await page.getByLabel('Married').check();
    await page.getByLabel('Other income').fill('99.25');
    await page.getByLabel('Home state').selectOption({ label: 'New York' });
    await page.getByLabel('Resident all year').check();
    await page.getByLabel('Tax year begins').fill('2026-01-01');
    await page.getByLabel(PROOF.label).setInputFiles(fileOf(proof));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Your answers lead to other fields.').waitFor();
    await page.getByLabel('Name of the spouse').fill('Max Eriksson');
  },
  async prepare(page) {
    await page.getByLabel('Name of the preparer').fill('Brandt & Sons');
  },
  async agree(page) {
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/consent$/);
    await page.locator('#agree').check();
    await page.getByRole('button', { name: 'Sign now' }).click();
  },
};
