import { type Page } from 'playwright-core';
import { type TestApp, type TestOrganization } from './app.js';
import { FIELDS, sendWithFields } from './document-signing.js';
import { sendWithForm } from './form-signing.js';
import { sendWrong, type Stop, submit } from './page-stops.js';
import { SignerChecks } from './signer-checks.js';
import { ANNA, JONAS, type NewSigner, sendRequest, type SentRequest, visitorOf } from './signing-requests.js';
import { type SigningVisitor } from './signing-visitor.js';
import { until } from './until.js';

const MANY = Array.from({ length: 100 }, (_none, index) => ({
  email: `signer${index}@signers.test`,
  name: `Signer Number ${index}`,
  order: index === 99 ? 2 : 1,
}));

async function typeName(page: Page): Promise<void> {
  await page.locator('input[value=typed]').check();
  await page.locator('.hand').waitFor();
}

async function giveReason(page: Page): Promise<void> {
  await page.locator('textarea').fill('The rent in section 4 is wrong.');
  await submit(page);
  await page.locator('input[name=confirmed]').waitFor({ state: 'attached' });
}

async function enterHalfACode(page: Page): Promise<void> {
  await page.locator('#code').fill('123');
  await sendWrong(page);
}

/** Opens the signature sheet in the document. */
async function openSheet(page: Page): Promise<void> {
  await page.locator('[data-open-mark]').click();
  await page.locator('dialog[open]').waitFor();
}

/** Keeps what the document asks for, as its script does, and goes on to the last screen. */
async function goOn(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const form = document.querySelector('[data-sign-form]');
    const entries = new FormData(form);
    for (const { name, type } of form.querySelectorAll('.place input')) entries.set(name, type === 'checkbox' ? 'yes' : 'Miller');
    entries.set('method', 'typed');
    entries.set('typed', 'Anna Maria Eriksson');
    await fetch(form.dataset.entries, { method: 'POST', body: entries });
  })()`);
  await page.goto(page.url().replace(/document$/, 'consent'));
  await page.locator('.review').waitFor();
}

const inSheet = (way: string) => async (page: Page) => {
  await openSheet(page);
  await page.locator(`dialog[open] input[value=${way}]`).check();
};

/** Every page of the signer's journey and around it, in an application whose clock it moves. */
export async function signingStops(test: TestApp, acme: TestOrganization): Promise<Stop[]> {
  const stops = new SigningStops(test, acme);
  await stops.make();
  return stops.made;
}

class SigningStops {
  readonly made: Stop[] = [];

  constructor(
    private readonly test: TestApp,
    private readonly acme: TestOrganization,
  ) {}

  async make(): Promise<void> {
    const [{ soon, later }] = await this.test.dataSource.query(
      `select app_now() + interval '1 hour' as soon, app_now() + interval '9 days' as later`,
    );
    const expired = await this.send('fast', [ANNA, JONAS], { expiresDate: soon });
    await this.test.database.moveClock('2 hours');
    await until('it is expired', async () => (await expired.status()) === 'expired');
    this.stop('expired', expired);
    await Promise.all([
      this.makeScreens(later),
      this.makeSidePages(later),
      this.makeIdentityStops(),
      this.makeDocuments(),
    ]);
    for (const page of ['sign', 'draw'])
      this.made.push({ name: `unknown-${page}`, address: `${this.test.url}/${page}/${'0'.repeat(64)}` });
  }

  private send(type: string, signers: NewSigner[] = [ANNA], options = {}): Promise<SentRequest> {
    return sendRequest(this.test, this.acme, type, signers, options);
  }

  private stop(name: string, request: SentRequest, page = '', act?: Stop['act'], signer = 0): void {
    this.stopAt(name, request.visitors[signer]!, page, act);
  }

  private stopAt(name: string, { token }: SigningVisitor, page = '', act?: Stop['act']): void {
    this.made.push({
      name,
      address: `${this.test.url}/sign/${token}${page && `/${page}`}`,
      ...(act && { act }),
    });
  }

  private async makeScreens(later: Date): Promise<void> {
    const words = { messageContent: 'Dear Anna,\n\nhere is the lease.', senderName: 'Clara Winter' };
    const guest = await this.send('in_person', [ANNA, JONAS], { ...words, expiresDate: later });
    for (const page of ['', 'document', 'text', 'consent', 'reject'])
      this.stop(`guest-${page || 'landing'}`, guest, page);
    this.stop('guest-mend', guest, 'consent', sendWrong);
    this.stop('guest-typed', guest, 'consent', typeName);
    this.stop('guest-upload', guest, 'consent', (page) => page.locator('input[value=uploaded]').check());
    this.stop('guest-reject-mend', guest, 'reject', sendWrong);
    this.stop('guest-reject-sure', guest, 'reject', giveReason);
    const drawing = guest.visitors[1]!;
    const code = async () => `${this.test.url}/draw/${await drawing.showPhoneCode()}`;
    this.made.push({ name: 'guest-pad', address: code });
    const passable = await this.send('fast', [ANNA], { allowHandOver: true });
    this.stop('passable-landing', passable);
    this.stop('passable-document', passable, 'document');
    this.stop('passable-consent', passable, 'consent');
    this.stop('passable-hand-over', passable, 'hand-over');
    this.stop('passable-hand-over-mend', passable, 'hand-over', sendWrong);
    this.stop('unnamed-consent', await this.send('fast', [{ email: 'nobody@signers.test' }]), 'consent');
    const coded = await this.send('advanced');
    this.stop('coded-landing', coded);
    this.stop('code-before', coded, 'code');
    const sent = await this.send('advanced', [{ ...ANNA, email: 'coded@signers.test' }]);
    await sent.visitors[0]!.post('code/send');
    this.stop('code-sent', sent, 'code');
    this.stop('code-wrong', sent, 'code', enterHalfACode);
  }

  /** Creates documents that are signed where their fields stand, with their last screen. */
  private async makeDocuments(): Promise<void> {
    const { test, acme } = this;
    const open = await sendWithFields(test, acme, 'in_person', FIELDS);
    this.stopAt('places-document', open.visitor, 'document');
    this.stopAt('places-sheet', open.visitor, 'document', openSheet);
    this.stopAt('places-sheet-typed', open.visitor, 'document', inSheet('typed'));
    this.stopAt('places-sheet-upload', open.visitor, 'document', inSheet('uploaded'));
    const form = `${this.test.url}/sign/${open.visitor.token}/consent?form`;
    this.made.push({ name: 'places-form', address: form, hasFieldsFirst: true });
    this.stopAt('places-form-mend', open.visitor, 'consent?form', sendWrong);
    const lease = await sendWithForm(test, acme);
    this.stopAt('form-document', lease.tenant, 'document');
    const filled = await sendWithFields(test, acme, 'in_person', FIELDS);
    this.stopAt('places-review', filled.visitor, 'document', goOn);
    this.stopAt('places-review-mend', filled.visitor, 'document', (page) =>
      goOn(page).then(() => sendWrong(page)),
    );
  }

  /** The request with a visitor on the current signer's link. */
  private async reopened(request: SentRequest): Promise<SentRequest> {
    const visitor = await visitorOf(this.test, this.acme.organizationId, request.signerIds[0]!);
    return { ...request, visitors: [visitor] };
  }

  private async makeSidePages(later: Date): Promise<void> {
    const completed = await this.send('fast');
    await completed.visitors[0]!.sign();
    this.stop('completed', completed);
    const many = await this.send('fast', MANY);
    await many.visitors[0]!.sign();
    this.stop('many-landing', many, '', undefined, 1);
    this.stop('many-signed', many);
    this.stop('many-done', many, 'done');
    this.stop('many-not-your-turn', many, '', undefined, 99);
    this.stop('many-reading', many, 'document', undefined, 99);
    const cancelled = await this.send('fast');
    await this.acme.api.delete(cancelled.path);
    this.stop('cancelled', cancelled);
    const replaced = await this.send('fast');
    await this.acme.api.patch(`${replaced.path}/signers/${replaced.signerIds[0]}`, {
      email: 'new@signers.test',
    });
    this.stop('replaced', replaced);
    const handedOver = await this.send('fast', [ANNA], { allowHandOver: true });
    const mira = { person: 'Mira Okafor', email: 'mira@signers.test', reason: 'I am on leave until May.' };
    await handedOver.visitors[0]!.post('hand-over', mira);
    this.stop('handed-over', handedOver);
    this.stop('handed-over-landing', await this.reopened(handedOver));
    const rejected = await this.send('fast', [ANNA, JONAS]);
    await rejected.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
    this.stop('rejected-by-you', rejected);
    this.stop('rejected-by-other', rejected, '', undefined, 1);
    this.stop('not-open', await this.send('fast', [ANNA], { scheduledDate: later }));
    await until('it is completed', async () => (await completed.status()) === 'completed');
  }

  /** One page for each state of a signer's identity check. */
  private async makeIdentityStops(): Promise<void> {
    const checks = new SignerChecks(this.test, this.acme);
    const checked = () => this.send('fast', [ANNA], { requireVerification: true, allowHandOver: true });
    const toBegin = await checked();
    this.stop('identity-to-begin', toBegin, 'identity');
    this.stop('identity-hand-over', toBegin, 'hand-over');
    const underWay = await checked();
    await checks.begin(underWay.visitors[0]!);
    this.stop('identity-under-way', underWay, 'identity');
    const failed = await checked();
    await (await checks.begin(failed.visitors[0]!)).post('cancel');
    this.stop('identity-failed', failed, 'identity');
    const exhausted = await checked();
    for (let tries = 0; tries < 3; tries++) await (await checks.begin(exhausted.visitors[0]!)).post('cancel');
    this.stop('identity-exhausted', exhausted, 'identity');
    const reviewed = await checked();
    await checks.begin(reviewed.visitors[0]!);
    await checks.askHuman(reviewed);
    this.stop('identity-in-review', reviewed, 'identity');
    const passed = await this.send('fast', [{ email: 'verified@signers.test' }], {
      requireVerification: true,
    });
    await checks.begin(passed.visitors[0]!);
    await checks.review(await checks.askHuman(passed), true);
    this.stop('verified-consent', passed, 'consent');
  }
}
