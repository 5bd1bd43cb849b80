import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';
import { beginVerification, FULL_FORM, SHORT_FORM, VERIFICATIONS } from '../support/verifications.js';
import { type Seen, Visitor } from '../support/visitor.js';

const GERMAN_BROWSER = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.5' };
const FRENCH_BROWSER = { 'accept-language': 'fr' };

describe('the language of each person', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let spanish: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    spanish = await test.createOrganization({ name: 'Iberia' });
    const statement = `update organizations set default_locale = 'es' where id = $1`;
    await test.dataSource.query(statement, [spanish.organizationId]);
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const send = (owner: TestOrganization, email: string, locale?: string, type = 'advanced') =>
    sendRequest(test, owner, type, [{ email, name: 'Anna Eriksson', locale }]);
  const mailTo = (email: string, words: string) =>
    mailbox.waitFor(({ recipients, subject }) => recipients.includes(email) && !!subject?.includes(words));
  const languageOf = ({ headers, html }: Pick<Seen, 'headers' | 'html'>) => {
    expect(html).toContain(`<html lang="${headers.get('content-language')}"`);
    return headers.get('content-language');
  };
  const keptFor = async ({ signerIds }: SentRequest) => {
    const statement = 'select locale from signature_signers where id = $1';
    return (await test.dataSource.query<[{ locale: string | null }]>(statement, signerIds))[0].locale;
  };

  describe('for a signer', () => {
    it('uses the language that the caller gave, on pages and in mails, whatever the browser says', async () => {
      const request = await send(acme, 'given@signers.test', 'de-AT');
      const mail = await mailTo('given@signers.test', 'Acme bittet Sie, „Lease agreement“ zu unterzeichnen');
      expect(mail.text).toContain('Guten Tag Anna Eriksson,');
      expect(mail.html).toContain('<html lang="de">');
      const [anna] = request.visitors;
      const landing = await anna!.get('', FRENCH_BROWSER);
      expect(languageOf(landing)).toBe('de');
      expect(landing.heading).toBe('Acme bittet Sie, ein Dokument zu unterzeichnen');
      await anna!.post('code/send', {}, FRENCH_BROWSER);
      await mailTo('given@signers.test', 'Ihr Code zum Unterzeichnen');
    });

    it('uses the organization’s language if the caller gave none', async () => {
      const request = await send(spanish, 'organization@signers.test');
      await mailTo('organization@signers.test', 'Iberia le pide que firme');
      expect(languageOf(await request.visitors[0]!.get('', GERMAN_BROWSER))).toBe('es');
      expect(await keptFor(request)).toBeNull();
    });

    it('uses the browser’s language if nobody gave one, and in mails from the opening on', async () => {
      const request = await send(acme, 'browser@signers.test');
      await mailTo('browser@signers.test', 'Acme asks you to sign');
      const [anna] = request.visitors;
      await anna!.get('', { ...FRENCH_BROWSER, purpose: 'prefetch' });
      expect(await keptFor(request)).toBeNull();
      expect(languageOf(await anna!.get('', GERMAN_BROWSER))).toBe('de');
      expect(await keptFor(request)).toBeNull();
      await anna!.open('touch', GERMAN_BROWSER);
      expect(languageOf(await anna!.get('', FRENCH_BROWSER))).toBe('de');
      await anna!.post('code/send');
      await mailTo('browser@signers.test', 'Ihr Code zum Unterzeichnen');
    });

    inDepth('uses the language chosen on any page from then on, also in another browser', async () => {
      const request = await send(spanish, 'chosen@signers.test', 'en', 'fast');
      const [anna] = request.visitors;
      const page = await anna!.get('document');
      expect(page.html).toMatch(
        /<button class="language" name="locale" value="de" lang="de">Deutsch<\/button>/,
      );
      const chosen = await anna!.post('language', { locale: 'de', page: `/sign/${anna!.token}/document` });
      expect(chosen).toMatchObject({ status: 303, location: '/document' });
      anna!.cookies.clear();
      expect(languageOf(await anna!.get('document', FRENCH_BROWSER))).toBe('de');
      await anna!.sign();
      await mailTo('chosen@signers.test', 'Abgeschlossen: „Lease agreement“');
      expect(languageOf(await anna!.get('done'))).toBe('de');
      await anna!.post('language', { locale: 'es' });
      expect(languageOf(await anna!.get('done'))).toBe('es');
    });

    inDepth('writes the papers in the language that all signers were given', async () => {
      const request = await send(spanish, 'papers@signers.test', 'de', 'fast');
      await request.visitors[0]!.post('language', { locale: 'en' });
      await request.visitors[0]!.sign();
      await until('it is completed', async () => (await request.status()) === 'completed');
      const paper = async (path: string) => {
        const { body } = await spanish.api.get(`${request.path}/${path}`);
        return pdfText(body as Buffer).replace(/\s+/g, ' ');
      };
      const signed = await paper('document/signed');
      expect(signed).toContain('Von einer Person unterzeichnet.');
      expect(signed).toContain('Mit einem Klick unterzeichnet, über einen persönlichen');
      expect(signed).toContain('Unterschriftenseite 1 von 1');
      const certificate = await paper('certificate');
      for (const words of ['Abschlusszertifikat', 'Anfrage an die Unterzeichner', 'Identifiziert durch'])
        expect(certificate).toContain(words);
    });

    it('writes the papers in the organization’s language if signers were given several', async () => {
      const signers = ['de', 'fr'].map((locale) => ({ email: `${locale}@signers.test`, locale }));
      const { id } = await sendRequest(test, spanish, 'fast', signers);
      const kept = 'select locale from signatures where id = $1';
      expect(await test.dataSource.query(kept, [id])).toEqual([{ locale: 'es' }]);
    });

    it('keeps the language with a link that was replaced', async () => {
      const request = await send(acme, 'former@signers.test', 'es');
      const signer = `${request.path}/signers/${request.signerIds[0]}`;
      await acme.api.patch(signer, { email: 'present@signers.test' });
      await request.visitors[0]!.post('language', { locale: 'de' });
      expect(await keptFor(request)).toBe('es');
    });

    it('records the consent in the language that the page showed', async () => {
      const { visitors, path } = await send(acme, 'consent@signers.test', 'de', 'fast');
      const [anna] = visitors;
      expect((await anna!.get('consent')).html).toContain('name="shownLocale" value="de"');
      await anna!.post('language', { locale: 'es' });
      await anna!.sign({ shownLocale: 'de' });
      const { items } = (await acme.api.get(`${path}/audit-trail`)).body;
      expect(items.find(({ type }: { type: string }) => type === 'signed').consent.locale).toBe('de');
    });
  });

  it.each([
    ['pl', 'Odmowa podpisania „Lease agreement”: Anna Eriksson', 'Prośba jest zamknięta'],
    ['de', 'Anna Eriksson hat „Lease agreement“ abgelehnt', 'Die Anfrage ist beendet'],
  ])(
    'uses the organization’s language in mails to the sender of the request: %s',
    async (locale, subject, words) => {
      const theirs = await test.createOrganization({ name: `Sender ${locale}` });
      await test.dataSource.query('update organizations set default_locale = $1 where id = $2', [
        locale,
        theirs.organizationId,
      ]);
      const request = await send(theirs, `reader-${locale}@signers.test`, 'fr', 'fast');
      await request.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
      const mail = await mailbox.waitFor((each) => each.subject === subject);
      expect(mail.html).toContain(`<html lang="${locale}">`);
      expect(mail.text).toContain(words);
    },
  );

  describe('for a verified person', () => {
    inDepth(
      'uses the language that the caller gave, in mails too, until another is chosen on the page',
      async () => {
        const email = 'person@example.com';
        const form = { ...SHORT_FORM, email, locale: 'de' };
        const { body } = await acme.api.post(VERIFICATIONS, form);
        const mail = await mailTo(email, 'Acme bittet Sie, Ihre Identität zu bestätigen');
        const person = new Visitor(/http\S+\/verify\/[0-9a-f]{64}/.exec(mail.text!)![0]);
        expect(languageOf(await person.get('', FRENCH_BROWSER))).toBe('de');
        expect(await person.post('language', { locale: 'es', page: 'https://evil.example/' })).toMatchObject({
          status: 303,
          location: '',
        });
        person.cookies.clear();
        expect(languageOf(await person.get('', FRENCH_BROWSER))).toBe('es');
        await person.post('cancel');
        expect(languageOf(await person.get('', FRENCH_BROWSER))).toBe('es');
        const kept = 'select locale from identity_verifications where id = $1';
        expect(await test.dataSource.query(kept, [body.id])).toEqual([{ locale: 'es' }]);
      },
    );

    it('uses the organization’s language, else that of the browser that opened the link', async () => {
      const theirs = await beginVerification(test, spanish, FULL_FORM);
      expect(languageOf(await theirs.person.look('', GERMAN_BROWSER))).toBe('es');
      const ours = await beginVerification(test, acme, FULL_FORM);
      expect(languageOf(await ours.person.look('', GERMAN_BROWSER))).toBe('de');
      expect(languageOf(await ours.person.look())).toBe('de');
    });
  });

  it.each([
    ['a language without texts', 'ja-JP'],
    ['an unknown language', 'xx'],
  ])('uses the organization’s language, else English, if the caller gave %s', async (_name, locale) => {
    for (const [owner, language, signing, verifying] of [
      [spanish, 'es', 'Iberia le pide que firme', 'Iberia le pide que confirme'],
      [acme, 'en', 'Acme asks you to sign', 'Acme asks you to confirm'],
    ] as const) {
      const request = await send(owner, `${language}-${locale}@signers.test`, locale);
      await mailTo(`${language}-${locale}@signers.test`, signing);
      expect(await keptFor(request)).toBeNull();
      expect(languageOf(await request.visitors[0]!.get())).toBe(language);
      const email = `${language}-${locale}@example.com`;
      expect((await owner.api.post(VERIFICATIONS, { ...SHORT_FORM, email, locale })).status).toBe(201);
      await mailTo(email, verifying);
      const { person } = await beginVerification(test, owner, { ...FULL_FORM, locale });
      expect(languageOf(await person.look())).toBe(language);
    }
  });

  it.each([
    ['no language tag', 'de_AT'],
    ['nothing', ''],
    ['another type', 7],
  ])('refuses a language that is %s', async (_name, locale) => {
    const message = expect.stringMatching(/locale must be a language tag \(BCP 47\), such as de/);
    const id = await createDraft(acme.api);
    const sent = await acme.api.post(`${SIGNATURES}/${id}/send`, {
      signers: [{ email: 'a@b.test', locale }],
    });
    expect(sent).toMatchObject({ status: 400, body: { details: [{ field: 'signers[0].locale', message }] } });
    for (const form of [FULL_FORM, SHORT_FORM]) {
      const made = await acme.api.post(VERIFICATIONS, { ...form, locale });
      expect(made).toMatchObject({ status: 400, body: { details: [{ field: 'locale', message }] } });
    }
  });

  it('remembers a language chosen on a page without a link for this browser, and uses it on other pages', async () => {
    const visitor = new Visitor(test.url);
    const chosen = await visitor.post('language', { locale: 'de', page: '/verify-document?x=1' });
    expect(chosen).toMatchObject({ status: 303, location: 'verify-document?x=1' });
    expect(languageOf(await visitor.get('verify-document', FRENCH_BROWSER))).toBe('de');
    expect(languageOf(await visitor.get(`sign/${'0'.repeat(64)}`, FRENCH_BROWSER))).toBe('de');
    for (const page of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example'])
      expect((await visitor.post('language', { locale: 'de', page })).headers.get('location')).toBe('/');
    await visitor.post('language', { locale: '../../etc', page: '/' });
    expect(languageOf(await visitor.get('verify-document'))).toBe('de');
  });

  it('speaks the browser’s language where members sign in, and English on the API reference', async () => {
    const visitor = new Visitor(test.url);
    expect(languageOf(await visitor.get('dashboard/sign-in', GERMAN_BROWSER))).toBe('de');
    expect(languageOf(await visitor.get('docs', GERMAN_BROWSER))).toBe('en');
  });

  it('lets signers change the language on an error page below their link, too', async () => {
    const request = await send(acme, 'lost@signers.test', 'de', 'in_person');
    const anna = request.visitors[0]!;
    const lost = await anna.get('picture');
    expect(lost.status).toBe(404);
    expect(languageOf(lost)).toBe('de');
    expect(lost.html).toContain(`action="/sign/${anna.token}/language"`);
    await anna.post('language', { locale: 'es', page: `/sign/${anna.token}/picture` });
    expect(languageOf(await anna.get('picture'))).toBe('es');
  });

  it('shows error pages below a verification’s link in its language', async () => {
    const { person } = await beginVerification(test, acme, { ...FULL_FORM, locale: 'de' });
    const lost = await person.look('/unknown', { accept: 'text/html' });
    expect(lost.status).toBe(404);
    expect(languageOf(lost)).toBe('de');
  });
});
