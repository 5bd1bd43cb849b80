import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { photoOfSignature } from '../support/signature-pictures.js';
import { signInDocument } from '../support/signing-browser.js';
import { sendPdf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { mutoolAccepts, opensslAccepts, pdfsig, pdfText, qpdfAccepts } from '../support/validators.js';

const SEAL = 'Meridian Notaries document seal';
const SPANISH = { locale: 'es-ES', timezoneId: 'Europe/Madrid' };
const DARK = { colorScheme: 'dark' } as const;

describe('signing from the mail to the sealed document', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let browser: Browser;
  let contract: Buffer;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    contract = await textPdf(2);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  type Sent = Awaited<ReturnType<typeof sendPdf>>;

  const send = (type: string, email: string, name?: string) =>
    sendPdf(acme, type, [{ email, name }], contract);

  /** Opens the link in the mail on the signer's device. No resource or script may fail there. */
  async function openMail(email: string, device: BrowserContextOptions): Promise<Page> {
    const { page, failures } = await openPage(browser, device);
    page.once('close', () => expect(failures).toEqual([]));
    await page.goto(await mailbox.waitForSigningLink(email));
    return page;
  }

  /** Checks with every outside tool that the sealed document is valid and the same by mail and by API. */
  async function expectSealed(
    request: Sent,
    email: string,
    words: string[],
    owners: string[],
  ): Promise<void> {
    await until('the request is completed', async () => (await request.status()) === 'completed');
    const pdf = (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
    const mail = await mailbox.waitFor(
      ({ recipients, attachments }) => recipients.includes(email) && attachments.length > 0,
    );
    expect(mail.attachments[0]!.content.equals(pdf)).toBe(true);
    expect(pdfsig(pdf).map(({ signer, verdict }) => [signer, verdict])).toEqual(
      owners.map((owner) => [owner, 'Signature is Valid.']),
    );
    expect(pdfsig(pdf).at(-1)!.coversAll).toBe(true);
    const { chain } = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
    expect(await opensslAccepts(pdf, chain[0]!)).toEqual(owners.map(() => true));
    expect([qpdfAccepts(pdf), mutoolAccepts(pdf)]).toEqual([true, true]);
    for (const each of ['This is page 2', ...words]) expect(pdfText(pdf)).toContain(each);
  }

  const pressed = (page: Page, name: string) => page.getByRole('button', { name }).click();
  const goOn = (page: Page, name: string) => page.getByRole('link', { name }).click();
  const shows = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { name, level: 1 }).waitFor();

  it('fast: signs on a desktop, in Spanish, with a click', async () => {
    const email = 'fast@signers.test';
    const request = await send('fast', email, 'Anna Maria Eriksson');
    const page = await openMail(email, { ...DESK, ...SPANISH, ...DARK });
    await inspect(page, 'type-fast-1-landing');
    await goOn(page, 'Leer el documento');
    await page.locator('.document-page canvas').first().waitFor();
    await inspect(page, 'type-fast-2-document');
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await goOn(page, 'Lo he leído');
    await page.getByRole('checkbox').check();
    await page.getByText('el idioma y la zona horaria de su dispositivo').waitFor();
    await inspect(page, 'type-fast-3-consent');
    await pressed(page, 'Firmar ahora');
    await shows(page, 'Ha firmado');
    await page.getByText(/\d{1,2} de [a-z]+ de \d{4}\D+\d{1,2}:\d{2} CES?T/).waitFor();
    await page.getByRole('link', { name: 'Descargar el documento firmado' }).waitFor();
    await inspect(page, 'type-fast-4-done');
    await page.context().close();
    await expectSealed(request, email, ['Anna Maria Eriksson'], [SEAL]);
  });

  it('self_signed: signs with an uploaded picture, under the name that the signer enters', async () => {
    const email = 'self@signers.test';
    const request = await send('self_signed', email);
    const page = await openMail(email, { ...PHONE, ...DARK });
    await goOn(page, 'Read the document');
    await page.getByLabel('Your full name').fill('Łucja Brandt');
    await page.locator('.place.signature').click();
    await page.getByRole('radio', { name: 'Upload' }).click();
    const file = { name: 'signature.jpg', mimeType: 'image/jpeg', buffer: await photoOfSignature() };
    await page.getByLabel('Photo or scan of your signature').setInputFiles(file);
    await page.getByAltText('Your signature, cut out of the picture').waitFor();
    await pressed(page, 'Use this signature');
    await page.locator('.place.signature image').waitFor();
    await goOn(page, 'Continue');
    await page.getByText('Łucja Brandt').waitFor();
    expect(await request.status()).toBe('created');
    await page.getByRole('checkbox').check();
    await inspect(page, 'type-self-signed-picture');
    await pressed(page, 'Sign now');
    await shows(page, 'You have signed');
    await page.context().close();
    await expectSealed(request, email, ['Łucja Brandt'], [SEAL]);
  });

  it('in_person: signs with a drawing on the host’s device, and a second tab shows that it is already signed', async () => {
    const email = 'guest@signers.test';
    const request = await send('in_person', email, 'Jonas Brandt');
    const page = await openMail(email, { ...DESK, ...DARK });
    await inspect(page, 'type-in-person-1-landing');
    await goOn(page, 'Read the document');
    await signInDocument(page);
    await page.getByLabel('Name of the host').fill('Hugo Host');
    await page.getByRole('checkbox').check();
    await inspect(page, 'type-in-person-2-consent');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await pressed(page, 'Sign now');
    await shows(page, 'You have signed');
    await second.getByRole('checkbox').check();
    await pressed(second, 'Sign now');
    await shows(second, /You have already signed|Everyone has signed/);
    await page.context().close();
    await expectSealed(request, email, ['Jonas Brandt', 'Hugo Host'], [SEAL]);
  });

  it('advanced: signs with the keyboard alone, a code and a typed name', async () => {
    const email = 'keys@signers.test';
    const request = await send('advanced', email, 'Anna Maria Eriksson');
    const page = await openMail(email, { ...DESK, ...SPANISH });
    await tabTo(page, page.getByRole('button', { name: 'Enviarme un código' }));
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Código del correo');
    await code.waitFor();
    await tabTo(page, code);
    await page.keyboard.type(await mailbox.waitForCode(email));
    await page.keyboard.press('Enter');
    await shows(page, 'Lease agreement');
    await page.locator('.document-page canvas').first().waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Su firma' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('radio', { name: 'Dibujar' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByLabel('Su nombre'));
    await page.keyboard.type('A. M. Eriksson');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Continuar' }));
    await page.keyboard.press('Enter');
    await shows(page, 'Firmar');
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Firmar ahora' }));
    await inspect(page, 'type-advanced-keyboard');
    await page.keyboard.press('Enter');
    await shows(page, 'Ha firmado');
    await page.context().close();
    // Without an identity check, the signer's certificate names the mailbox that received the code.
    await expectSealed(request, email, ['Anna Maria Eriksson'], [email, SEAL]);
  });

  it('tells everyone involved if the second signer in order declines', async () => {
    const [first, second] = ['first@signers.test', 'second@signers.test'];
    const copies = 'boss@signers.test';
    const signers = [
      { email: first, name: 'Anna Maria Eriksson', order: 1 },
      { email: second, name: 'Jonas Brandt', order: 2 },
    ];
    const { path, status } = await sendPdf(acme, 'fast', signers, contract, { ccOnComplete: [copies] });
    const later = await openMail(second, { ...PHONE, ...SPANISH });
    await shows(later, 'Todavía no es su turno');
    const page = await openMail(first, PHONE);
    await goOn(page, 'Read the document');
    await goOn(page, 'I have read it');
    await page.getByRole('checkbox').check();
    await pressed(page, 'Sign now');
    await shows(page, 'You have signed');
    expect(await status()).toBe('partially_signed');

    await mailbox.waitForMailTo(second, /turn/);
    await later.reload();
    await shows(later, 'Meridian Notaries le pide que firme un documento');
    await goOn(later, 'Rechazar');
    await later.getByLabel('¿Por qué rechaza?').fill('La renta del apartado 4 no es esa.');
    await pressed(later, 'Continuar');
    await later.getByText('La renta del apartado 4 no es esa.').waitFor();
    await pressed(later, 'Rechazar la firma');
    await shows(later, 'Ha rechazado firmar');
    expect(await status()).toBe('rejected');
    expect((await acme.api.get(`${path}/document/signed`)).status).toBe(404);

    for (const address of [first, copies]) {
      const told = await mailbox.waitForMailTo(address, /^Declined/);
      expect(told.text).toContain('Jonas Brandt has declined');
      expect(told.text).not.toContain('apartado 4');
    }
    const toSender = await mailbox.waitForMailTo(acme.ownerEmail, /^Jonas Brandt has declined/);
    expect(toSender.text).toContain('La renta del apartado 4 no es esa.');
    await page.reload();
    await page.getByText('Someone has declined to sign').waitFor();
    for (const each of [later, page]) await each.context().close();
  });
});

/** Presses Tab until the control has the focus. Every element focused on the way must be visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string | null>(HIDDEN_FOCUS)).toBeNull();
    if ((await control.and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error('The control is not reached by Tab.');
}

/** Runs in the browser: the markup of the focused element if it is hidden, otherwise null. */
const HIDDEN_FOCUS = `(() => {
  const element = document.activeElement;
  const { left, top, width, height } = element.getBoundingClientRect();
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = shares.some((across) => shares.some((down) => {
    const shown = document.elementFromPoint(left + across * width, top + down * height);
    return shown && (element.contains(shown) || shown.contains(element) && shown.closest('label, .content') !== null);
  }));
  return isSeen ? null : element.outerHTML;
})()`;
