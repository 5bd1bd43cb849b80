import { type Page } from 'playwright-core';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { setUpSecondStep } from '../support/authenticator.js';
import { openPage, sharedBrowser } from '../support/browser.js';
import { checkedBulkSend } from '../support/bulk-sends.js';
import { DashboardMember, formTokenIn, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { declaredRoutes } from '../support/dashboard-routes.js';
import { FORMS } from '../support/form-cases.js';
import { type Entry, type Who } from '../support/form-entry.js';
import { type ReadControl, readForms, viewForms } from '../support/form-reader.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { EMMY, sendWithRecipients } from '../support/recipients.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';
import { type Seen } from '../support/visitor.js';

/** Sent by scripts, or by another form's button into a frame. */
const NO_FORMS = [
  'reviews/:id/claim',
  'settings/person/check',
  'settings/preview/:part',
  'signatures/people',
];

/** Only an option is chosen, so nothing can be wrong. */
const WITHOUT_ERRORS = ['POST endpoint/test', 'POST endpoints/:id/test', 'GET templates/:id/differences'];

/** Only the answer to another form has it; dashboard-person.spec.ts enters what is wrong. */
const ELSEWHERE = ['POST settings/person/erase'];

describe('every form of the dashboard', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let blank: Page;
  const people = {} as Record<Who, DashboardMember>;
  /** The values for the parameters of each route. */
  const places: Record<string, string> = {};

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url, webhookAllowedCidrs: ['127.0.0.0/8'] });
    // Passkeys need a name.
    const origin = test.url.replace('127.0.0.1', 'localhost');
    Object.assign(test.settings, { publicUrl: origin });
    const there = { ...test, url: origin };
    acme = await test.createOrganization({ name: 'Acme' });
    people.owner = await signedIn(there, acme);
    people.colleague = await signedIn(there, acme, 'admin');
    people.reviewer = await signedIn(there, acme, 'reviewer');
    people.nobody = new DashboardMember(origin, 'nobody@acme.test');
    people.newcomer = new DashboardMember(origin, people.colleague.email);
    await setUpSecondStep(there, people.colleague);
    await people.newcomer.signIn();
    await fillPlaces();
    ({ page: blank } = await openPage(await sharedBrowser()));
  }, 120_000);
  afterAll(async () => {
    await blank?.context().close();
    await test?.close();
    await mailbox?.stop();
  });

  async function fillPlaces(): Promise<void> {
    const { owner, reviewer } = people;
    const link = await test.app
      .get(Transactions)
      .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, reviewer.email));
    await owner.send('people/invite', { email: 'invited@acme.test', role: 'admin' });
    await owner.send('endpoint', { called: '', url: 'https://127.0.0.1/first' });
    await owner.send('endpoints/new', { called: 'Archive', url: 'https://127.0.0.1/hooks' });
    const lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
    const draft = (await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease)).location!;
    await owner.send(draft.slice(1), { 'email-0': 'anna@signers.test', 'order-0': '1', subject: 'Lease' });
    const prepared = draft.split('/')[2]!;
    await owner.upload(
      `signatures/${prepared}/documents`,
      {},
      { name: 'Annex.pdf', bytes: await textPdf(2) },
    );
    const sent = await sendWithRecipients(test, acme, [EMMY]);
    const [emmy] = await sent.recipients();
    const template = await publishedTemplate(acme, RENT_TEMPLATE);
    const bulk = await checkedBulkSend(acme);
    const waiting = await caseWithoutPictures(test, acme);
    const decided = await caseWithoutPictures(test, acme);
    await reviewing.open(reviewer, decided);
    await reviewing.reject(reviewer, decided);
    Object.assign(places, {
      'welcome/:token': link.split('/dashboard/')[1]!,
      'invitation/:token': await invitationLink(),
      'endpoints/:id': /dashboard\/(endpoints\/\d+)"/.exec((await owner.get('endpoints')).html)![1]!,
      'people/:id': /dashboard\/(people\/\d+)\/role"/.exec((await owner.get('people')).html)![1]!,
      'signatures/:id/signers/:signerId': `signatures/${sent.id}/signers/${sent.signerIds[0]}`,
      'signatures/:id/recipients/:recipientId': `signatures/${sent.id}/recipients/${emmy!.id}`,
      'signatures/:id/recipients': `signatures/${sent.id}/recipients`,
      'signatures/:id/cancel': `signatures/${sent.id}/cancel`,
      'signatures/:id/documents/:n': `signatures/${prepared}/documents/2`,
      'signatures/:id/': `signatures/${prepared}/`,
      'signatures/:id': `signatures/${sent.id}`,
      'templates/:id': template.replace('/api/v1/', ''),
      'bulk-sends/:id': bulk.replace('/api/v1/', ''),
      'reviews/:id/notes': `reviews/${decided.id}/notes`,
      'reviews/:decided': `reviews/${decided.id}`,
      'reviews/:id': `reviews/${waiting.id}`,
    });
  }

  /** A declared path with ids in place of its parameters. */
  function addressOf(path: string): string {
    const known = Object.keys(places).find((start) => path.startsWith(start));
    return known ? path.replace(known, places[known]!) : path;
  }

  async function invitationLink(): Promise<string> {
    const { text } = await mailbox.waitForMailTo('invited@acme.test');
    return /\/dashboard\/(invitation\/[0-9a-f]{64})/.exec(text!)![1]!;
  }

  /** The page with the form, and the answer to what was entered. */
  async function enter(route: string, entry: Entry): Promise<{ before: Seen; after: Seen }> {
    const [method, path] = route.split(' ') as [string, string];
    const person = people[entry.as ?? 'owner'];
    const before = await person.get(addressOf(entry.page ?? path));
    const given = { ...entry.fields, formToken: formTokenIn(before) ?? '' };
    if (method === 'GET')
      return { before, after: await person.get(`${path}?${new URLSearchParams(entry.fields).toString()}`) };
    if (!entry.file) {
      const hidden = hiddenIn(before).filter(([name]) => !(name in given));
      return { before, after: await person.post(addressOf(path), [...hidden, ...Object.entries(given)]) };
    }
    // In the order in which a browser sends them.
    const body = new FormData();
    body.set('formToken', given.formToken);
    body.set('file', new Blob([new Uint8Array(entry.file)]), entry.file.length > 0 ? 'lease.pdf' : '');
    for (const [name, text] of Object.entries(entry.fields)) body.set(name, text);
    return { before, after: await person.postParts(addressOf(path), body) };
  }

  async function controlsOf(seen: Seen, route: string, names: string[]): Promise<ReadControl[]> {
    const [, path = ''] = route.split(' ');
    const forms = (await readForms(blank, seen.html))
      .filter(({ action }) => action === addressOf(path))
      .map(({ controls }) => controls)
      .filter((controls) => names.every((name) => controls.some((one) => one.name === name)));
    expect(forms).not.toEqual([]);
    // If several forms have the same action, the one that was sent.
    return forms.find((controls) => controls.some(({ isWrong }) => isWrong)) ?? forms[0]!;
  }

  it('every form with something to fill in is in this table', () => {
    const [forms, declared] = [viewForms(), declaredRoutes()];
    const routes = declared.filter(({ method, path }) =>
      forms.some((form) => form.method === method && form.isSentTo(path)),
    );
    const posted = declared.filter((route) => route.method === 'POST' && !routes.includes(route));
    expect(posted.map(({ path }) => path).sort()).toEqual(NO_FORMS);
    const filledIn = routes.filter(({ method, path }) =>
      forms.some((form) => form.method === method && form.isFilledIn && form.isSentTo(path)),
    );
    const chosenIn = ['POST reviews/:id/ask'];
    const names = filledIn.map(({ method, path }) => `${method} ${path}`);
    expect(
      [...names.filter((name) => ![...WITHOUT_ERRORS, ...ELSEWHERE].includes(name)), ...chosenIn].sort(),
    ).toEqual(Object.keys(FORMS).sort());
    expect(forms.filter(({ isSentTo }) => !routes.some(({ path }) => isSentTo(path)))).toEqual([]);
  });

  it('moves the focus to what is wrong, and clears the error once it is corrected', async () => {
    const { context, page } = await openPage(await sharedBrowser());
    await page.goto(`${test.settings.publicUrl}/dashboard/sign-in`);
    await page.getByLabel('Email address').fill(acme.ownerEmail);
    await page.getByLabel('Password').fill('a password that is wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#password-error').waitFor();
    await until('the first field has the focus', () =>
      page.evaluate<boolean>("document.activeElement.id === 'email'"),
    );
    await page.getByLabel('Password').fill('another password');
    expect(await page.locator('.wrong, .error, [aria-invalid]').count()).toBe(0);
    expect(await page.getByLabel('Email address').inputValue()).toBe(acme.ownerEmail);
    await context.close();
  });

  it.each(Object.entries(FORMS))(
    'reports errors beside their fields, and keeps what was entered: %s',
    async (route, { entries, free = [] }) => {
      const unknown = new Set<string>();
      for (const { wrong, secrets = [], ...entry } of entries) {
        const names = Object.keys(wrong);
        const { before, after } = await enter(route, { wrong, ...entry });
        for (const { name, isTyped } of await controlsOf(before, route, names))
          // The first row stands for all rows.
          if (isTyped || name in wrong) unknown.add(name.replace(/-\d+$/, '-0'));
        expect(after).toMatchObject({ status: 400, location: null });
        const controls = await controlsOf(after, route, names);
        const found = controls.filter(({ isWrong }) => isWrong);
        expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
        for (const { name, errors, isHidden } of found)
          expect([name, errors, isHidden]).toEqual([name, [expect.stringMatching(wrong[name]!)], false]);
        for (const { name, values, options, isTyped, isPassword } of controls) {
          const entered = entry.fields[name];
          if (isPassword) expect(secrets).toContain(name);
          if (secrets.includes(name)) expect([name, values]).toEqual([name, ['']]);
          else if (entered !== undefined && (isTyped || options.includes(entered)))
            expect([name, values]).toEqual([name, [entered]]);
        }
        for (const name of secrets)
          if (entry.fields[name] !== undefined) expect(after.html).not.toContain(entry.fields[name]);
      }
      const told = entries.flatMap(({ wrong }) => Object.keys(wrong));
      expect([...unknown].filter((name) => ![...told, ...free].includes(name))).toEqual([]);
    },
  );
});
