import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, sendRequest, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const STROKES = JSON.stringify([
  [0.1, 0.5, 0.2, 0.2, 0.3, 0.8, 0.4, 0.3, 0.5, 0.7],
  [0.6, 0.2, 0.6, 0.9],
]);

/** The handwriting that a page shows as the signature. */
const handIn = (html: string) => /<p class="pad shown">\s*<bdi class="hand"[^>]*>([^<]*)</.exec(html)?.[1];
const hiddenIn = (html: string): [name: string, value: string][] =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);

describe('signing by type', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const signerRow = async (id: number) =>
    (await test.dataSource.query('select * from signature_signers where id = $1', [id]))[0];
  const trail = async (path: string) =>
    (await acme.api.get(`${path}/audit-trail`)).body.items as { type: string }[];

  it('fast: the signer reads, agrees and clicks; the request follows its signers and completes', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const [anna, jonas] = request.visitors;
    const landing = await anna!.get();
    expect(landing.heading).toBe('Acme has asked you to sign a document');
    expect(landing.html).toContain('Lease agreement');
    expect((await anna!.get('document')).html).toContain('data-document=');
    expect((await anna!.get('file')).headers.get('content-type')).toBe('application/pdf');
    const consent = await anna!.get('consent');
    expect(consent.html).not.toContain('data-pad');
    expect(await request.status()).toBe('created');

    expect((await anna!.sign()).location).toBe('/done');
    const done = await anna!.get('done');
    expect(done.heading).toBe('You have signed');
    expect(done.html).toContain('/file?download"');
    expect(done.html).toContain('href="/verify-document"');
    expect(done.html).toContain('email you a copy once everyone has signed');
    expect(done.html).toMatch(/<details class="fingerprint">\s*<summary>/);
    expect((await anna!.get('copy')).status).toBe(404);
    expect(await request.status()).toBe('partially_signed');
    expect(await signerRow(request.signerIds[0]!)).toMatchObject({
      status: 'signed',
      mark: { kind: 'click' },
    });

    expect((await jonas!.sign()).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    expect((await jonas!.get()).heading).toBe('Everyone has signed');
    const pdf = await acme.api.get(`${request.path}/document/signed`);
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    for (const page of ['', 'done']) expect((await anna!.get(page)).html).toContain('/copy"');
    expect(await anna!.bytes('copy')).toEqual(pdf.body);
    expect((await trail(request.path)).at(-1)).toMatchObject({ type: 'downloaded', document: 'signed' });
  });

  it('records what was agreed to and from where, but nothing secret', async () => {
    const request = await sendRequest(test, acme, 'fast');
    await request.visitors[0]!.get();
    await request.visitors[0]!.post(
      'consent',
      { agree: 'yes' },
      { 'user-agent': 'x'.repeat(400), 'accept-language': 'es' },
    );
    const signed = (await trail(request.path)).find(({ type }) => type === 'signed');
    expect(signed).toMatchObject({
      ip: '127.0.0.1',
      userAgent: 'x'.repeat(300),
      method: 'click',
      consent: { version: '2', locale: 'es', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.stringify(await trail(request.path))).not.toContain(request.visitors[0]!.token);
  });

  it.each(['fast', 'self_signed', 'in_person', 'advanced'])(
    '%s: signs nothing without agreement',
    async (type) => {
      const request = await sendRequest(test, acme, type);
      const answer = await request.visitors[0]!.post('consent', { typed: 'Anna', witness: 'Host' });
      if (type === 'advanced') expect(answer.location).toBe('/code');
      else expect(answer).toMatchObject({ status: 400, heading: 'Sign' });
      expect(await request.status()).toBe('created');
    },
  );

  it('fast: a signer without a name enters one', async () => {
    const request = await sendRequest(test, acme, 'fast', [{ email: 'nobody@signers.test' }]);
    const visitor = request.visitors[0]!;
    expect((await visitor.get('consent')).html).toContain('Your full name');
    expect((await visitor.sign()).status).toBe(400);
    expect((await visitor.sign({ name: ' \u202e\u0007 ' })).status).toBe(400);
    expect((await visitor.sign({ name: 'x'.repeat(201) })).status).toBe(400);
    const name = '  ليلى\u202e   Aydın\u0000 ';
    const shown = await visitor.sign({ name });
    expect(shown).toMatchObject({ status: 200, heading: 'Sign' });
    expect(shown.html).toContain('Nothing is signed yet.');
    expect(handIn(shown.html)).toBe('ليلى Aydın');
    expect(shown.html).not.toMatch(/name="agree"[^>]* checked/);
    expect(await request.status()).toBe('created');
    const fields = Object.fromEntries(hiddenIn(shown.html));
    expect(fields).toMatchObject({ name: 'ليلى Aydın', reviewed: 'yes' });
    expect((await visitor.post('consent', fields)).status).toBe(400);
    expect((await visitor.sign(fields)).location).toBe('/done');
    expect((await signerRow(request.signerIds[0]!)).name).toBe('ليلى Aydın');
  });

  inDepth('keeps the handwriting that the form shows for a click, even without scripts', async () => {
    const initials = {
      signerEmail: ANNA.email,
      kind: 'initials',
      page: 1,
      x: 60,
      y: 100,
      width: 60,
      height: 30,
    };
    for (const type of ['fast', 'self_signed']) {
      const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
      const headers = { 'content-type': 'application/pdf' };
      await acme.api.put(`${path}/document`, await textPdf(1), { headers });
      await acme.api.put(`${path}/document/fields`, { fields: [initials] });
      const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
      const visitor = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
      const { html } = await visitor.get('consent');
      expect(html).not.toContain('name="reviewed"');
      expect([type, handIn(html)]).toEqual([type, ANNA.name]);
      const control = /name="(field-\d+)"/.exec(html)![1]!;
      expect((await visitor.sign({ [control]: 'AE' })).location).toBe('/done');
    }
    const drawn = await sendRequest(test, acme, 'in_person');
    expect(handIn((await drawn.visitors[0]!.get('consent')).html)).toBeUndefined();
  });

  it('self_signed: a name that was just entered is shown as a click will write it', async () => {
    const request = await sendRequest(test, acme, 'self_signed', [{ email: 'new@signers.test' }]);
    const visitor = request.visitors[0]!;
    expect(handIn((await visitor.get('consent')).html)).toBeUndefined();
    const entered = { name: 'Mira Okafor', method: 'typed', typed: '' };
    expect(handIn((await visitor.sign(entered)).html)).toBe('Mira Okafor');
    expect(await request.status()).toBe('created');
    expect((await visitor.sign({ ...entered, typed: 'M. Okafor' })).location).toBe('/done');
  });

  it('self_signed: accepts a click or a typed name', async () => {
    const clicked = await sendRequest(test, acme, 'self_signed');
    expect((await clicked.visitors[0]!.sign({ typed: '' })).location).toBe('/done');
    expect((await signerRow(clicked.signerIds[0]!)).mark).toEqual({ kind: 'click' });
    const typed = await sendRequest(test, acme, 'self_signed');
    expect((await typed.visitors[0]!.sign({ typed: 'A. M. Eriksson' })).location).toBe('/done');
    expect((await signerRow(typed.signerIds[0]!)).mark).toEqual({ kind: 'typed', text: 'A. M. Eriksson' });
  });

  inDepth('in_person: accepts a drawn or typed signature, with the host as a witness', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const visitor = request.visitors[0]!;
    expect((await visitor.get()).html).toContain('hand over the device');
    expect((await visitor.sign({ method: 'drawn', strokes: STROKES })).html).toContain('Enter the host');
    const answer = await visitor.sign({ method: 'drawn', strokes: STROKES, witness: 'Hugo Host' });
    expect(answer.location).toBe('/done');
    expect(await signerRow(request.signerIds[0]!)).toMatchObject({
      witness_name: 'Hugo Host',
      mark: { kind: 'drawn', strokes: JSON.parse(STROKES) },
    });
    await until('the request is completed', async () => (await request.status()) === 'completed');
  });

  it('refuses a drawn signature that is not a drawing', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const refused: Record<string, string> = {
      nothing: '',
      'no JSON': '{[',
      'no array': '{"a":1}',
      'no strokes': '[]',
      'an empty stroke': '[[]]',
      'half a point': '[[0.1]]',
      'text in place of numbers': '[["0.1","0.2"]]',
      'a point outside': '[[0,0,1.01,1]]',
      null: '[[null,0.1]]',
      'a dot': '[[0.5,0.5]]',
      'a tiny scribble': '[[0.5,0.5,0.51,0.51,0.5,0.5]]',
      '201 strokes': JSON.stringify(Array.from({ length: 201 }, () => [0, 0, 1, 1])),
      '5,001 points': JSON.stringify([Array.from({ length: 10_002 }, (_none, index) => (index % 7) / 10)]),
      'more than 128 KB': JSON.stringify([Array.from({ length: 9_000 }, () => 0.123456789012345)]),
      depth: '['.repeat(20_000) + ']'.repeat(20_000),
    };
    for (const [what, strokes] of Object.entries(refused)) {
      const answer = await request.visitors[0]!.sign({ method: 'drawn', strokes, witness: 'Hugo Host' });
      expect([what, answer.status]).toEqual([what, 400]);
      expect(answer.html).toContain('Draw your signature');
    }
    expect(await request.status()).toBe('created');
  });

  it('refuses a signing form beyond all limits', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const answer = await request.visitors[0]!.sign({ method: 'drawn', strokes: '0'.repeat(1024 * 1024) });
    expect(answer.status).toBe(413);
    expect(await request.status()).toBe('created');
  });

  it('shows names as text, whatever they contain', async () => {
    const organization = await test.createOrganization({ name: '<b>Acme</b>\u202e' });
    const documentName = '"><script>alert(1)</script>\u202e';
    const request = await sendRequest(test, organization, 'fast', [{ ...ANNA, name: '<i>Anna</i>' }], {
      documentName,
    });
    for (const page of ['', 'document', 'consent', 'reject']) {
      const { html, status } = await request.visitors[0]!.get(page);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script>alert|<b>Acme|<i>Anna|\u202e/);
    }
  });
});
