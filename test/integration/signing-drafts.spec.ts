import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, type NewSigner, visitorOf } from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const STROKES = JSON.stringify([[0.1, 0.5, 0.3, 0.1, 0.5, 0.9, 0.7, 0.2, 0.9, 0.6]]);
const SECRET = 'Locksmith of the old mill';

describe('entries before signing', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let pdf: Buffer;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    pdf = await textPdf(1);
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  async function send(type = 'in_person', people: NewSigner[] = [ANNA], options = {}) {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
    const headers = { 'content-type': 'application/pdf' };
    await acme.api.put(`${path}/document`, pdf, { headers });
    const place = { signerEmail: people[0]!.email, page: 1, x: 60, width: 160, height: 20 };
    const placed = await acme.api.put(`${path}/document/fields`, {
      fields: [
        { ...place, kind: 'text', label: 'Job', y: 100 },
        { ...place, kind: 'initials', y: 200 },
        { ...place, kind: 'checkbox', y: 300 },
      ],
    });
    const [job, initials, keys] = placed.body.items.map(
      ({ id }: { id: number }) => `field-${id}`,
    ) as string[];
    const sent = await acme.api.post(`${path}/send`, { signers: people, ...options });
    const signerIds = sent.body.signers.map(({ id }: { id: number }) => id) as number[];
    const visitors = await Promise.all(signerIds.map((id) => visitorOf(test, acme.organizationId, id)));
    const entered = { [job!]: SECRET, [initials!]: '', [keys!]: 'yes', method: 'drawn', strokes: STROKES };
    return {
      path,
      signerIds,
      visitors,
      anna: visitors[0]!,
      job: job!,
      initials: initials!,
      keys: keys!,
      entered,
    };
  }

  type Sent = Awaited<ReturnType<typeof send>>;

  const rowsOf = ({ signerIds }: Sent) =>
    test.dataSource.query<{ sealed: Buffer }[]>('select * from signer_drafts where signer_id = any($1)', [
      signerIds,
    ]);
  const onAnotherDevice = ({ anna }: Sent) => new SigningVisitor(`${test.url}/sign/${anna.token}`);

  inDepth('gives entries back in the same browser, on both screens, and in no other', async () => {
    const request = await send();
    const { anna, job, initials, keys, entered } = request;
    const kept = await anna.post('entries', entered);
    expect(kept.status).toBe(204);
    expect(kept.headers.get('set-cookie')).toMatch(
      new RegExp(`Path=/sign/${anna.token}; HttpOnly; SameSite=Strict`),
    );
    expect((await anna.post('entries', entered)).headers.get('set-cookie')).toBeNull();

    const document = await anna.get('document');
    expect(document.html).toMatch(new RegExp(`id="${job}"[^>]*value="${SECRET}"`));
    expect(document.html).toMatch(new RegExp(`id="${initials}"[^>]*value=""`));
    expect(document.html).toMatch(new RegExp(`id="${keys}"[^>]* checked`));
    expect(document.html).toContain('data-chosen="drawn"');
    const consent = await anna.get('consent?form');
    expect(consent.html).toMatch(new RegExp(`id="${job}"[^>]*value="${SECRET}"`));
    // The initials are required and missing, so the form comes back without being requested.
    expect((await anna.get('consent')).html).not.toContain('name="reviewed"');

    const other = onAnotherDevice(request);
    for (const page of ['document', 'consent', 'consent?form'])
      expect((await other.get(page)).html).not.toContain(SECRET);
    expect((await other.get('document')).html).toMatch(new RegExp(`id="${initials}"[^>]*value="AE"`));
    other.cookies.set('countersign_signer', 'ab'.repeat(32));
    expect((await other.get('document')).html).not.toContain(SECRET);
  });

  inDepth('encrypts entries in the table, and replaces one draft with the next', async () => {
    const request = await send();
    await request.anna.post('entries', request.entered);
    const [row] = await rowsOf(request);
    for (const clear of [SECRET, 'strokes', 'drawn']) expect(row!.sealed.includes(clear)).toBe(false);
    await onAnotherDevice(request).post('entries', { ...request.entered, [request.job]: 'Somebody else' });
    expect(await rowsOf(request)).toHaveLength(1);
    expect((await request.anna.get('document')).html).not.toMatch(/Somebody else|Locksmith/);
  });

  inDepth('gives entries back on another device once it has entered the code', async () => {
    const email = 'coded@signers.test';
    const request = await send('advanced', [{ ...ANNA, email }]);
    expect((await request.anna.post('entries', request.entered)).location).toBe('');
    expect(await rowsOf(request)).toEqual([]);
    await request.anna.post('code/send');
    await request.anna.post('code', { code: await mailbox.waitForCode(email) });
    expect((await request.anna.post('entries', request.entered)).status).toBe(204);

    const phone = onAnotherDevice(request);
    expect((await phone.get('document')).location).toBe('/code');
    expect((await phone.post('entries', { [request.job]: 'Not me' })).location).toBe('');
    mailbox.mails.splice(0);
    await test.database.moveClock('2 minutes');
    await phone.post('code/send');
    await phone.post('code', { code: await mailbox.waitForCode(email) });
    expect((await phone.get('document')).html).toContain(SECRET);
    expect((await request.anna.get('document')).location).toBe('/code');
  });

  inDepth('shows entries for review before they are signed', async () => {
    const request = await send();
    const { anna, entered, initials, job } = request;
    await anna.post('entries', { ...entered, [initials]: 'AE' });
    const review = await anna.get('consent');
    expect(review.html).toContain('What goes into the document');
    expect(review.html).toMatch(/<svg class="drawing"/);
    const carried = [...review.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(
      carried.map(([, name, value]) => [name!, value!.replaceAll('&quot;', '"')]),
    );
    expect(fields).toMatchObject({ reviewed: 'yes', [job]: SECRET, [initials]: 'AE', method: 'drawn' });
    const refused = await anna.post('consent', { ...fields, agree: 'yes' });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.html).toContain('What goes into the document');
    expect((await anna.sign({ ...fields, witness: 'Hugo Host' })).location).toBe('/done');
    expect(await rowsOf(request)).toEqual([]);
  });

  inDepth('cuts entries to what the form would accept', async () => {
    const request = await send();
    const { anna, job, initials } = request;
    await anna.post('entries', {
      [job]: 'x'.repeat(201),
      [initials]: 'ABC',
      'field-999999': 'foreign',
      method: 'click',
      typed: 'y'.repeat(201),
      strokes: '[[0,0]]',
      agree: 'yes',
      witness: 'Nobody',
    });
    const { html } = await anna.get('consent?form');
    expect(html).not.toMatch(/x{201}|y{201}|foreign|Nobody|checked>/);
    expect(html).toMatch(new RegExp(`id="${initials}"[^>]*value="ABC"`));
    expect((await anna.postForm('entries', { strokes: `[[${'0.5,'.repeat(200_000)}1]]` })).status).toBe(204);
    expect((await anna.get('document')).html).toContain('data-chosen=""');
  });

  inDepth('names the entries that are wrong', async () => {
    const { anna, job } = await send();
    const refused = await anna.sign({ witness: 'Hugo', method: 'typed', typed: 'Anna' });
    expect(refused.html).toMatch(new RegExp(`href="#${job}">Job: please fill this in.<`));
    expect(refused.html).toContain('Your initials: please fill this in.');
  });

  inDepth.each<[string, (request: Sent) => Promise<unknown>]>([
    ['declines', ({ anna }) => anna.post('reject', { reason: 'No', confirmed: 'yes' })],
    [
      'gets another address',
      ({ path, signerIds }) =>
        acme.api.patch(`${path}/signers/${signerIds[0]}`, { email: 'new@signers.test' }),
    ],
    ['sees the request cancelled', ({ path }) => acme.api.delete(path)],
    [
      'sees another decline',
      ({ visitors }) => visitors[1]!.post('reject', { reason: 'No', confirmed: 'yes' }),
    ],
  ])('deletes the entries once the signer %s', async (_how, end) => {
    const request = await send('in_person', [ANNA, JONAS]);
    await request.anna.post('entries', request.entered);
    expect(await rowsOf(request)).toHaveLength(1);
    await end(request);
    expect(await rowsOf(request)).toEqual([]);
    expect((await request.anna.post('entries', request.entered)).status).toBe(303);
    expect(await rowsOf(request)).toEqual([]);
  });

  it('deletes the entries once the request has expired', async () => {
    const [{ soon }] = await test.dataSource.query(`select app_now() + interval '1 hour' as soon`);
    const request = await send('in_person', [ANNA], { expiresDate: soon });
    await request.anna.post('entries', request.entered);
    await test.database.moveClock('2 hours');
    await until('it is gone', async () => (await rowsOf(request)).length === 0);
  });

  it('keeps no entries for signers who must wait, nor under an unknown link', async () => {
    const request = await send('in_person', [
      { ...ANNA, order: 2 },
      { ...JONAS, order: 1 },
    ]);
    expect((await request.anna.post('entries', request.entered)).location).toBe('');
    expect(await rowsOf(request)).toEqual([]);
    const nobody = new SigningVisitor(`${test.url}/sign/${'0'.repeat(64)}`);
    expect((await nobody.post('entries', request.entered)).status).toBe(404);
  });
});
