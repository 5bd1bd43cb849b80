import { SimulatedSigner } from '../../scripts/simulate/simulated-signer.js';
import { entriesIn, type Shown } from '../../src/audit-chain/shown-entries.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import {
  ANNA,
  JONAS,
  type NewSigner,
  sendRequest,
  type SentRequest,
  visitorOf,
} from '../support/signing-requests.js';
import { shownOn, type SigningVisitor } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { mutoolAccepts, pdfText } from '../support/validators.js';

const MIA: NewSigner = { email: 'mia@signers.test', name: 'Mia Miller' };
const NAMELESS: NewSigner = { email: 'nobody-knows-me@signers.test' };

describe('the entries of earlier signers', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  interface Walk {
    id: number;
    path: string;
    visitors: SigningVisitor[];
    signerIds: number[];
    /** The names of the entry fields of the signer at this index. */
    controls(index: number): Promise<string[]>;
    shown(index: number): Promise<Shown | undefined>;
  }

  /** Sends a document with a price and a tick box for the first signer to fill in, and a signature for everyone. */
  async function send(signers: NewSigner[], type = 'fast', places?: object[]): Promise<Walk> {
    const id = await createDraft(acme.api, { type });
    const path = `${SIGNATURES}/${id}`;
    const headers = { 'content-type': 'application/pdf' };
    await acme.api.put(`${path}/document`, await textPdf(2), { headers });
    const signerEmail = signers[0]!.email;
    const size = { page: 2, height: 20 };
    const fields = places ?? [
      { ...size, kind: 'text', label: 'Price', signerEmail, x: 60, y: 300, width: 160 },
      { ...size, kind: 'checkbox', label: 'Paid', signerEmail, x: 60, y: 340, width: 20 },
      { ...size, kind: 'date', signerEmail, x: 60, y: 380, width: 160 },
      ...signers.map(({ email }, index) => ({
        ...{ kind: 'signature', signerEmail: email, page: 1 },
        ...{ x: 300, y: 300 + index * 70, width: 160, height: 50 },
      })),
    ];
    expect((await acme.api.put(`${path}/document/fields`, { fields })).status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers });
    expect(sent.status).toBe(200);
    const ids = sent.body.signers.map((signer: { id: number }) => signer.id) as number[];
    const visitors = await Promise.all(ids.map((each) => visitorOf(test, acme.organizationId, each)));
    return walkOf({ id, path, visitors, signerIds: ids });
  }

  /** The same without places: everyone signs on the page behind the document. */
  const sendPlain = async (signers: NewSigner[]) => walkOf(await sendRequest(test, acme, 'fast', signers));

  function walkOf({ id, path, visitors, signerIds }: Omit<SentRequest, 'status'>): Walk {
    return {
      ...{ id, path, visitors, signerIds },
      controls: async (index) => {
        const { html } = await visitors[index]!.get('consent');
        return [...html.matchAll(/ name="(field-\d+)"/g)].map(([, name]) => name!);
      },
      shown: async (index) => {
        const signings = (await trailOf(test.dataSource, id)).filter(({ type }) => type === 'signed');
        const signed = signings.find(({ signerId }) => signerId === signerIds[index]);
        return signed?.data.shown as Shown | undefined;
      },
    };
  }

  /** The first signer types a price and ticks the box. */
  async function signFirst({ visitors, controls }: Walk): Promise<void> {
    const [price, paid] = await controls(0);
    const signed = await visitors[0]!.sign({ [price!]: '9,900 euros', [paid!]: 'yes' });
    expect(signed.location).toBe('/done');
  }

  it('shows earlier entries on the page, in the text, in the download and on the next signer’s last screen', async () => {
    const walk = await send([ANNA, JONAS]);
    const [, jonas] = walk.visitors;
    expect((await jonas!.get()).html).toContain('Also signing');
    await signFirst(walk);

    const landing = await jonas!.get();
    expect(landing.html).toMatch(/Already signed<\/dt><dd>\s*<bdi>Anna Maria Eriksson/);
    expect(landing.html).not.toContain('Also signing');
    expect(landing.html).not.toContain('9,900');

    const page = await jonas!.bytes('file');
    expect(await pdfJsText(page)).toContain('9,900 euros');
    expect(await pdfJsText(page)).toContain('Anna Maria Eriksson');
    expect(await pdfJsText(page)).not.toContain('Not complete');
    expect(mutoolAccepts(page)).toBe(true);

    for (const screen of ['text', 'document', 'consent']) {
      const { html } = await jonas!.get(screen);
      expect(html).toContain('<bdi>9,900 euros</bdi>');
      expect(html).toContain('Signed with a click');
      expect(html).not.toContain(ANNA.email);
    }
    expect((await jonas!.get('text')).html).toContain('Entered on this page');
    expect((await jonas!.sign({ shown: shownOn(await jonas!.get('consent')) })).location).toBe('/done');
    expect((await walk.shown(1))!.signers).toHaveLength(1);
  });

  it('marks every page of an unfinished file as not complete', async () => {
    const walk = await send([ANNA, JONAS]);
    const [anna, jonas] = walk.visitors;
    for (const [visitor, before] of [
      [anna!, true],
      [jonas!, false],
    ] as const) {
      if (!before) await signFirst(walk);
      for (const query of ['download', 'open']) {
        const { headers } = await visitor.get(`file?${query}`);
        expect(headers.get('content-disposition')).toContain('-not-complete-not-sealed.pdf');
        const pages = pdfText(await visitor.bytes(`file?${query}`))
          .split('\f')
          .filter((words) => words.trim());
        expect(pages).toHaveLength(2);
        for (const words of pages) expect(words).toContain('Not complete, not sealed');
      }
    }
    expect(
      (await anna!.get('file?download', { 'accept-language': 'de' })).headers.get('content-disposition'),
    ).toContain('nicht-abgeschlossen');
    expect(pdfText(await jonas!.bytes('file?download'))).toContain('9,900 euros');
  });

  it('shows earlier entries on pages behind the document if nobody placed a signature, without addresses', async () => {
    const request = await sendRequest(test, acme, 'fast', [NAMELESS, JONAS]);
    const [nameless, jonas] = request.visitors;
    const before = await jonas!.get('document');
    const review = await nameless!.sign({ name: 'Nora Novak' });
    expect((await nameless!.sign({ name: 'Nora Novak', reviewed: 'yes' })).location).toBe('/done');
    expect(review.location).toBeNull();
    const after = await jonas!.get('document');
    const count = (html: string) => html.split('data-page="').length - 1;
    expect(count(after.html)).toBe(count(before.html) + 1);
    const text = await pdfJsText(await jonas!.bytes('file'));
    expect(text).toContain('Nora Novak');
    expect(text).not.toContain('nobody-knows-me');
    const { html } = await jonas!.get('text');
    expect(html).toContain('Signatures behind the document');
    expect(html).not.toContain('nobody-knows-me');
  });

  it('shows the last screen again if someone signs meanwhile, and keeps all that was entered', async () => {
    const places = [
      {
        kind: 'text',
        label: 'Price',
        signerEmail: ANNA.email,
        page: 1,
        x: 60,
        y: 300,
        width: 160,
        height: 20,
      },
      {
        kind: 'text',
        label: 'Rent',
        signerEmail: JONAS.email,
        page: 1,
        x: 60,
        y: 400,
        width: 160,
        height: 20,
      },
    ];
    const walk = await send([ANNA, JONAS], 'fast', places);
    const [anna, jonas] = walk.visitors;
    const [rent] = await walk.controls(1);
    const before = await jonas!.get('consent');
    const [price] = await walk.controls(0);
    expect((await anna!.sign({ [price!]: '9,900 euros' })).location).toBe('/done');

    const form = { agree: 'yes', [rent!]: '100 euros', shown: shownOn(before) };
    const again = await jonas!.post('consent', form);
    expect(again).toMatchObject({ status: 200, location: null, heading: 'Sign' });
    expect(again.html).toContain('Others have signed since you opened this page');
    expect(again.html).toMatch(/Anna Maria Eriksson<\/bdi> <strong class="earlier-new">New/);
    expect(again.html).toContain('<bdi>9,900 euros</bdi>');
    expect(again.html).toContain('value="100 euros"');
    expect(again.html).toMatch(/id="agree"[^>]* checked/);
    expect(await acme.api.get(`${walk.path}/status`)).toMatchObject({ body: { status: 'partially_signed' } });

    expect((await jonas!.post('consent', { ...form, shown: shownOn(again) })).location).toBe('/done');
    const trail = await trailOf(test.dataSource, walk.id);
    const [first, second] = trail.filter(({ type }) => type === 'signed');
    const { sha256 } = trail.find(({ type }) => type === 'consent')!.data;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const uploaded = trail.find(({ type }) => type === 'sent')!.data.documentSha256;
    expect(first!.data.shown).toEqual({ documentSha256: uploaded, signers: [] });
    expect(second!.data.shown).toEqual({
      documentSha256: uploaded,
      signers: [{ signerId: first!.signerId, entriesSha256: entriesIn(first!) }],
    });
    const { body } = await acme.api.get(`${walk.path}/audit-trail`);
    expect(body.items.filter(({ type }: { type: string }) => type === 'signed')[1].shown).toEqual(
      second!.data.shown,
    );
  });

  it('simulated signers walk through earlier entries', async () => {
    const walk = await sendPlain([ANNA, JONAS]);
    const [anna, jonas] = walk.visitors;
    const signer = new SimulatedSigner(`${test.url}/sign/${jonas!.token}`);
    const options = { name: 'Jonas Brandt', witness: 'Host', pictures: { front: null, back: null } };
    expect((await anna!.sign()).location).toBe('/done');
    expect(await signer.sign(options)).toMatchObject({ outcome: 'signed' });
    expect((await walk.shown(1))!.signers).toHaveLength(1);
  });

  it('hides entries from those who signed before they were made', async () => {
    const places = [
      {
        kind: 'text',
        label: 'Rent',
        signerEmail: JONAS.email,
        page: 1,
        x: 60,
        y: 400,
        width: 160,
        height: 20,
      },
    ];
    const walk = await send([ANNA, JONAS, MIA], 'fast', places);
    const [anna, jonas, mia] = walk.visitors;
    expect((await anna!.sign()).location).toBe('/done');
    const [rent] = await walk.controls(1);
    await jonas!.post('entries', { [rent!]: 'a draft' });
    expect(await pdfJsText(await mia!.bytes('file'))).not.toContain('a draft');
    expect((await jonas!.sign({ [rent!]: '100 euros' })).location).toBe('/done');
    expect(await pdfJsText(await anna!.bytes('file'))).not.toContain('100 euros');
    expect((await anna!.get('text')).html).not.toContain('100 euros');
    expect(await pdfJsText(await mia!.bytes('file'))).toContain('100 euros');
  });

  it('the certificate of completion reports what each signer was shown', async () => {
    const walk = await send([ANNA, JONAS]);
    await signFirst(walk);
    expect((await walk.visitors[1]!.sign()).location).toBe('/done');
    await until('the request is completed', async () => {
      return (await acme.api.get(`${walk.path}/status`)).body.status === 'completed';
    });
    const certificate = (await acme.api.get(`${walk.path}/certificate`)).body as Buffer;
    const words = pdfText(certificate).replace(/\s+/g, ' ');
    const shown = (await walk.shown(1))!;
    expect(words).toContain('nobody had signed it before');
    expect(words).toContain(`Anna Maria Eriksson (${shown.signers[0]!.entriesSha256.slice(0, 12)}…)`);
    const { verifyFile } = await import('../../src/commands/verify-evidence.js');
    const { found, lines } = await verifyFile(certificate, '');
    expect(found.evidence!.shown).toMatchObject([
      { signer: 'Anna Maria Eriksson', entries: [], unseen: [] },
      { signer: 'Jonas Brandt', entries: [{ signer: 'Anna Maria Eriksson', agrees: true }], unseen: [] },
    ]);
    expect(lines.join('\n')).toContain('Jonas Brandt was shown the document');
  });
});
