import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { entriesIn, entriesSha256, type Shown, standingOf } from '../../src/audit-chain/shown-entries.js';
import { verifyFile } from '../../src/commands/verify-evidence.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inkOf } from '../support/ink.js';
import { Mailbox } from '../support/mailbox.js';
import { pagePicture } from '../support/page-pictures.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { textPdf } from '../support/pdf-samples.js';
import { tablesNaming } from '../support/people-in-tables.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { photoOfSignature } from '../support/signature-pictures.js';
import { ANNA, JONAS, type NewSigner, visitorOf } from '../support/signing-requests.js';
import { isRepeated, shownOn, type SigningVisitor } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const MIA: NewSigner = { email: 'mia@signers.test', name: 'Mia Miller' };
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const STROKES = '[[0.1,0.5,0.3,0.1,0.5,0.9,0.7,0.2,0.9,0.6]]';
const SIGNATURE_BOX = { x: 300, y: 300, width: 160, height: 60 };
const PRICE_BOX = { x: 60, y: 300, width: 200, height: 24 };
/** Pixels per point, in the 150 dpi picture of a page. */
const SCALE = 150 / 72;

interface Options {
  isPlaced?: boolean;
  pages?: number;
  options?: object;
}

interface Sent {
  id: number;
  path: string;
  signerIds: number[];
  visitors: SigningVisitor[];
}

describe('entries of every kind', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  /** Sends a document in which the first signer enters a price. @param isPlaced whether they also sign on its page */
  async function send(
    type: string,
    signers: NewSigner[],
    { isPlaced = true, pages = 1, options = {} }: Options = {},
  ): Promise<Sent> {
    const id = await createDraft(acme.api, { type });
    const path = `${SIGNATURES}/${id}`;
    const headers = { 'content-type': 'application/pdf' };
    await acme.api.put(`${path}/document`, await textPdf(pages), { headers });
    const first = { signerEmail: signers[0]!.email, page: 1 };
    const signature = { kind: 'signature', ...first, ...SIGNATURE_BOX };
    const fields = [
      { kind: 'text', label: 'Price', ...first, ...PRICE_BOX },
      ...(isPlaced ? [signature] : []),
    ];
    expect((await acme.api.put(`${path}/document/fields`, { fields })).status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers, ...options });
    expect(sent.status).toBe(200);
    const signerIds = sent.body.signers.map((signer: { id: number }) => signer.id) as number[];
    const visitors = await Promise.all(signerIds.map((each) => visitorOf(test, acme.organizationId, each)));
    return { id, path, signerIds, visitors };
  }

  async function enterCode(visitor: SigningVisitor, email: string): Promise<void> {
    expect((await visitor.post('code/send')).location).toBe('/code');
    const code = await mailbox.waitForCode(email);
    expect((await visitor.post('code', { code })).location).toBe('/document');
  }

  /** The first signer enters a price and signs. */
  async function signFirst({ visitors }: Sent, entry = '9,900 euros', form: Record<string, string> = {}) {
    const { html } = await visitors[0]!.get('consent?form');
    const [, control] = / name="(field-\d+)"/.exec(html)!;
    const { location } = await visitors[0]!.sign({ [control!]: entry, ...form });
    expect(location).toBe('/done');
  }

  const statusOf = async ({ path }: Sent) => (await acme.api.get(`${path}/status`)).body.status as string;
  const completed = (sent: Sent) =>
    until('it is completed', async () => (await statusOf(sent)) === 'completed');
  const signings = async ({ id }: Sent) =>
    (await trailOf(test.dataSource, id)).filter(({ type }) => type === 'signed');

  /** Pixels of ink in the place of the signature. */
  async function inkOfSignature(pdf: Buffer): Promise<number> {
    const { x, y, width, height } = SIGNATURE_BOX;
    const sides = { left: x, top: y, width, height };
    const box = Object.fromEntries(
      Object.entries(sides).map(([side, points]) => [side, Math.round(points * SCALE)]),
    ) as unknown as typeof sides;
    return (await inkOf(pagePicture(pdf, 1).extract(box))).count;
  }

  it('advanced: code, typed signature and consent stay when the last screen is repeated', async () => {
    const sent = await send('advanced', [ANNA, JONAS]);
    const [anna, jonas] = sent.visitors;
    await enterCode(anna!, ANNA.email);
    await enterCode(jonas!, JONAS.email);
    const before = await jonas!.get('consent');
    await signFirst(sent, '9,900 euros', { method: 'typed', typed: ANNA.name! });
    const typed = { method: 'typed', typed: 'Jonas B.', agree: 'yes' };
    const again = await jonas!.post('consent', { ...typed, shown: shownOn(before) });
    expect([isRepeated(again), again.heading]).toEqual([true, 'Sign']);
    expect(again.html).toContain('value="Jonas B."');
    expect(again.html).toMatch(/id="agree"[^>]* checked/);
    expect(again.html).toContain('<bdi>9,900 euros</bdi>');
    expect((await jonas!.post('consent', { ...typed, shown: shownOn(again) })).location).toBe('/done');
    const [first, second] = await signings(sent);
    expect(second!.data).toMatchObject({ codeVerified: true, method: 'typed' });
    expect((second!.data.shown as Shown).signers).toEqual([
      { signerId: sent.signerIds[0], entriesSha256: entriesIn(first!) },
    ]);
  });

  it('advanced: shows nothing to a browser in which no code was entered', async () => {
    const anna2 = { ...ANNA, email: 'anna.2@signers.test' };
    const sent = await send('advanced', [anna2, JONAS]);
    const [anna, jonas] = sent.visitors;
    await enterCode(anna!, anna2.email);
    await signFirst(sent, '9,900 euros', { method: 'typed', typed: ANNA.name! });
    for (const page of ['', 'document', 'text', 'consent', 'file', 'file?download', 'file?open'])
      expect((await jonas!.bytes(page)).toString('latin1')).not.toContain('9,900');
    expect((await jonas!.get('file')).status).toBe(404);
  });

  it('in_person: keeps the witness and the drawn signature, and names the host to the next signer', async () => {
    const sent = await send('in_person', [ANNA, JONAS, MIA]);
    const [, jonas, mia] = sent.visitors;
    const drawn = { method: 'drawn', strokes: STROKES };
    const before = await jonas!.get('consent');
    await signFirst(sent, '9,900 euros', { ...drawn, witness: 'Hugo Host' });
    const form = { ...drawn, witness: 'Hilda Host', agree: 'yes' };
    const again = await jonas!.post('consent', { ...form, shown: shownOn(before) });
    expect(isRepeated(again)).toBe(true);
    expect(again.html).toContain('value="Hilda Host"');
    expect(again.html).toContain(STROKES.replaceAll('"', '&quot;'));
    expect((await jonas!.post('consent', { ...form, shown: shownOn(again) })).location).toBe('/done');
    // Jonas has no place, so his witness stands on a page behind.
    expect(pdfText(await mia!.bytes('file'))).toContain('Witness: Hilda Host');
  });

  it('draws drawn, typed and uploaded signatures in their places', async () => {
    const empty = await inkOfSignature(await textPdf(1));
    for (const method of ['drawn', 'typed', 'uploaded']) {
      const sent = await send('in_person', [ANNA, JONAS]);
      const [anna, jonas] = sent.visitors;
      const witness = 'Hugo Host';
      let form: Record<string, string> = { method, witness, strokes: STROKES, typed: 'Anna Maria' };
      if (method === 'uploaded') {
        const shown = await anna!.postForm('consent', { agree: 'yes', witness }, await photoOfSignature());
        const [, pictureTag] = /name="pictureTag" value="([^"]+)"/.exec(shown.html)!;
        form = { method, witness, pictureTag: pictureTag! };
      }
      await signFirst(sent, '9,900 euros', form);
      expect(await inkOfSignature(await jonas!.bytes('file'))).toBeGreaterThan(empty + 500);
      const kinds = { drawn: 'by drawing', typed: 'by typing', uploaded: 'a picture of the signature' };
      expect((await jonas!.get('consent')).html).toContain(kinds[method as keyof typeof kinds]);
    }
  });

  it.each([
    ['Hebrew', 'מחיר: 9,900 אירו'],
    ['Arabic', 'السعر ٩٬٩٠٠ يورو'],
    ['Devanagari', 'मूल्य 9,900 यूरो'],
    ['both directions', 'Price מחיר 9,900'],
    ['markup', '<b>9,900</b> & "more"'],
  ])('shows entries in %s on the page, in the text and in the list', async (_script, entry) => {
    const sent = await send('fast', [ANNA, JONAS]);
    await signFirst(sent, entry);
    const jonas = sent.visitors[1]!;
    const found = (await pdfJsText(await jonas.bytes('file'))).replace(/\s+/g, '');
    for (const word of entry.split(/\s+/)) expect(found).toContain(word);
    const { html } = await jonas.get('text');
    const escaped = entry.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(html).toContain(`<bdi>${escaped.replaceAll('"', '&quot;')}</bdi>`);
  });

  it.each(LANGUAGES)(
    'the file states in %s on each page that it is neither complete nor sealed',
    async (locale) => {
      const signers = [ANNA, JONAS].map((signer) => ({ ...signer, locale }));
      const sent = await send('fast', signers, { isPlaced: false, pages: 2 });
      const jonas = sent.visitors[1]!;
      await signFirst(sent);
      const templates = new TemplateRenderer();
      const notice = templates.text('signing.document.unsealed', locale);
      for (const use of ['download', 'open']) {
        const { headers } = await jonas.get(`file?${use}`, { 'accept-language': locale });
        const name = headers.get('content-disposition')!;
        expect(name).toContain(`-${templates.text('signing.document.unsealedName', locale)}.pdf`);
        const pages = pdfText(Buffer.from(await jonas.bytes(`file?${use}`))).split('\f');
        expect(pages.filter((words) => words.trim())).toHaveLength(3);
        for (const words of pages.slice(0, 3)) expect(words).toContain(notice);
      }
      const behind = pdfText(await jonas.bytes('file'))
        .split('\f')[2]!
        .replace(/\s+/g, ' ');
      const book = templates.book('paper', locale);
      const sealed = book.texts['signatures.hash'] as string;
      expect(behind).not.toContain(sealed.slice(-60));
      expect(behind).not.toContain('/verify-document');
      expect(behind).toContain(notice);
    },
  );

  it('in order: a waiting signer reads the entries, and is shown all of them when their turn comes', async () => {
    const sent = await send(
      'fast',
      [ANNA, JONAS, MIA].map((signer, index) => ({ ...signer, order: index + 1 })),
    );
    const [, jonas, mia] = sent.visitors;
    await signFirst(sent);
    expect(await pdfJsText(await mia!.bytes('file'))).toContain('9,900 euros');
    expect((await mia!.post('consent', { agree: 'yes' })).location).toBe('');
    expect((await jonas!.sign({ shown: shownOn(await jonas!.get('consent')) })).location).toBe('/done');
    expect((await mia!.sign({ shown: shownOn(await mia!.get('consent')) })).location).toBe('/done');
    const shown = (await signings(sent)).map(({ data }) => (data.shown as Shown).signers.length);
    expect(shown).toEqual([0, 1, 2]);
  });

  it.each<[string, (sent: Sent) => Promise<unknown>]>([
    ['rejected', ({ visitors }) => visitors[1]!.post('reject', { reason: 'No', confirmed: 'yes' })],
    [
      'expired',
      ({ id }) =>
        test.dataSource.query(
          `update signatures set expires_date = app_now() - interval '1 second' where id = $1`,
          [id],
        ),
    ],
    ['cancelled', ({ path }) => acme.api.delete(path)],
  ])('once the request is %s, shows nothing to those who had to sign', async (_end, cause) => {
    const sent = await send('fast', [ANNA, JONAS, MIA]);
    const mia = sent.visitors[2]!;
    await signFirst(sent);
    const form = { agree: 'yes', shown: shownOn(await mia.get('consent')) };
    await cause(sent);
    for (const page of ['', 'document', 'text', 'consent', 'file'])
      expect((await mia.bytes(page)).includes('9,900')).toBe(false);
    expect((await mia.get('file')).status).toBe(404);
    expect((await mia.post('consent', form)).location).toBe('');
    expect(await signings(sent)).toHaveLength(1);
  });

  it('shows everything to someone who takes over a place, who has not seen what the other saw', async () => {
    const sent = await send('fast', [ANNA, JONAS], { options: { allowHandOver: true } });
    const jonas = sent.visitors[1]!;
    const before = shownOn(await jonas.get('consent'));
    await signFirst(sent);
    const again = await jonas.post('consent', { agree: 'yes', shown: before });
    expect(isRepeated(again)).toBe(true);
    const person = { person: 'Nils Novak', email: 'nils@signers.test', reason: 'On leave' };
    expect((await jonas.post('hand-over', person)).location).toBe('');
    const nils = await visitorOf(test, acme.organizationId, sent.signerIds[1]!);
    const first = await nils.post('consent', { agree: 'yes', shown: shownOn(again) });
    expect(isRepeated(first)).toBe(true);
    expect((await jonas.post('consent', { agree: 'yes', shown: shownOn(first) })).location).toBe('');
    const corrected = 'nils.novak@signers.test';
    await acme.api.patch(`${sent.path}/signers/${sent.signerIds[1]}`, { email: corrected });
    const renamed = await visitorOf(test, acme.organizationId, sent.signerIds[1]!);
    const last = await renamed.post('consent', { agree: 'yes', shown: shownOn(first) });
    expect(isRepeated(last)).toBe(true);
    expect((await renamed.post('consent', { agree: 'yes', shown: shownOn(last) })).location).toBe('/done');
    expect(((await signings(sent))[1]!.data.shown as Shown).signers).toHaveLength(1);
  });

  it('once a person is erased, nothing reveals what their digest was made of', async () => {
    const organization = await test.createOrganization({ name: 'Forgetful' });
    const acmeBefore = acme;
    acme = organization;
    const sent = await send('fast', [ANNA, JONAS]);
    await signFirst(sent);
    const jonas = sent.visitors[1]!;
    expect((await jonas.sign({ shown: shownOn(await jonas.get('consent')) })).location).toBe('/done');
    await completed(sent);
    const certificate = (await acme.api.get(`${sent.path}/certificate`)).body as Buffer;
    const [first, second] = await signings(sent);
    const { salt, ...guess } = first!.data;
    const named = await tablesNaming(test.dataSource, [String(salt)]);
    expect(named).toEqual(['signature_audit_events']);

    const erasure = { organizationId: acme.organizationId, email: ANNA.email };
    await test.app.get(PersonalData, { strict: false }).erase(erasure, operatorOf(acme.organizationId));
    acme = acmeBefore;
    expect(await tablesNaming(test.dataSource, [String(salt)])).toEqual([]);
    const after = await trailOf(test.dataSource, sent.id);
    expect(verifyChain(after).isWhole).toBe(true);
    const [left, kept] = after.filter(({ type }) => type === 'signed');
    expect([entriesIn(left!), Object.keys(left!.data).sort()]).toEqual([null, expect.any(Array)]);
    for (const member of ['salt', 'fields', 'markSha256', 'name', 'ip', 'userAgent'])
      expect(left!.data).not.toHaveProperty(member);
    const stated = (kept!.data.shown as Shown).signers[0]!.entriesSha256;
    expect(kept!.data.shown).toEqual(second!.data.shown);
    // Someone who knows everything but the salt cannot confirm it.
    const { name, markSha256, fields } = guess as { name: string; markSha256: string; fields: never[] };
    const known = { signerId: left!.signerId!, name, markSha256, fields, witnessName: null };
    expect(entriesSha256({ ...known, salt: String(salt) })).toBe(stated);
    for (const other of ['', String(left!.hash), String(kept!.data.salt)])
      expect(entriesSha256({ ...known, salt: other })).not.toBe(stated);
    expect(standingOf(after, sent.signerIds[1]!)!.entries).toMatchObject([{ agrees: null }]);
    const { exitCode, lines } = await verifyFile(certificate, '');
    expect(exitCode).toBe(0);
    expect(lines.join('\n')).toContain('as the audit trail tells it: Anna Maria Eriksson');
  });
});
