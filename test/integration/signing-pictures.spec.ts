import sharp from 'sharp';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { photoOfSignature, transparentSignature } from '../support/signature-pictures.js';
import { ANNA, JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { type Seen } from '../support/visitor.js';

const WITNESS = { witness: 'Hugo Host' };

/** What a form that shows a picture sends when it is signed. */
const withPicture = ({ html }: Seen) => ({
  method: 'uploaded',
  pictureTag: /name="pictureTag" value="([0-9a-f]{12})"/.exec(html)?.[1] ?? 'none',
});

describe('signing with an uploaded signature', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let photo: Buffer;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    photo = await photoOfSignature();
  });
  afterAll(() => test.close());

  const picturesOf = ({ signerIds }: SentRequest) =>
    test.dataSource.query('select * from signer_pictures where signer_id = $1', [signerIds[0]]);
  const markOf = async ({ signerIds }: SentRequest) =>
    (await test.dataSource.query('select mark from signature_signers where id = $1', [signerIds[0]]))[0].mark;
  const storedFiles = async () =>
    (await test.dataSource.query('select count(*)::int as count from stored_files'))[0].count as number;

  it('shows the cleaned picture before signing, and draws it into the document', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const anna = request.visitors[0]!;
    const consent = await anna.get('consent');
    expect(consent.html).toMatch(/<form[^>]*enctype="multipart\/form-data"/);
    expect((await anna.get('picture')).status).toBe(404);

    const shown = await anna.postForm('consent', { agree: 'yes', ...WITNESS }, photo);
    expect(shown).toMatchObject({ status: 200, heading: 'Sign' });
    expect(shown.html).toContain('Nothing is signed yet');
    expect(shown.html).toContain('value="Hugo Host"');
    expect(shown.html).toMatch(/id="agree"[^>]*checked/);
    expect(await request.status()).toBe('created');
    const address = /<img src="\/sign\/[0-9a-f]{64}\/picture\?v&#x3D;([0-9a-f]{12})"/.exec(shown.html)![1]!;
    const picture = await anna.bytes(`picture?v=${address}`);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', hasAlpha: true });

    expect((await anna.sign({ ...withPicture(shown), ...WITNESS })).location).toBe('/done');
    const [row] = await picturesOf(request);
    expect(await markOf(request)).toEqual({
      kind: 'uploaded',
      storageKey: row.storage_key,
      sha256: row.sha256.toString('hex'),
      width: row.width,
      height: row.height,
    });
    const trail = (await acme.api.get(`${request.path}/audit-trail`)).body.items as Record<string, unknown>[];
    expect(trail.find(({ type }) => type === 'signed')).toMatchObject({
      method: 'uploaded',
      pictureSha256: row.sha256.toString('hex'),
    });
    await until('the request is completed', async () => (await request.status()) === 'completed');
    expect((await anna.get('picture')).status).toBe(404);
    const pdf = (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
    expect(pdf.toString('latin1')).toContain('/SMask');
  });

  inDepth('keeps only the last picture, and none if the signer signs in another way', async () => {
    const request = await sendRequest(test, acme, 'self_signed');
    const anna = request.visitors[0]!;
    const before = await storedFiles();
    await anna.postForm('picture', {}, photo);
    const [first] = await picturesOf(request);
    await anna.postForm('picture', {}, await transparentSignature());
    const [second] = await picturesOf(request);
    expect(second.storage_key).not.toBe(first.storage_key);
    expect(await storedFiles()).toBe(before + 1);
    expect((await anna.sign({ method: 'typed', typed: 'Anna' })).location).toBe('/done');
    expect(await picturesOf(request)).toEqual([]);
  });

  inDepth('gives the picture to no other browser that holds the link', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const anna = request.visitors[0]!;
    const shown = await anna.postForm('picture', {}, photo);
    expect(shown.headers.get('set-cookie')).toMatch(
      new RegExp(`Max-Age=2592000; Path=/sign/${anna.token}; HttpOnly; SameSite=Strict`),
    );
    const holder = new SigningVisitor(`${test.url}/sign/${anna.token}`);
    for (const cookie of [null, 'ab'.repeat(32)]) {
      if (cookie) holder.cookies.set('countersign_signer', cookie);
      expect((await holder.get('picture')).status).toBe(404);
      for (const page of ['consent', 'document'])
        expect((await holder.get(page)).html).not.toContain('alt="Your signature, cut out of the picture"');
      const refused = await holder.sign({ ...withPicture(shown), ...WITNESS });
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain('Choose a picture of your signature');
    }
    expect((await anna.get('picture')).status).toBe(200);
    expect(await request.status()).toBe('created');
  });

  inDepth(
    'shows a picture that replaced the one on the screen before anything is signed with it',
    async () => {
      const request = await sendRequest(test, acme, 'in_person');
      const anna = request.visitors[0]!;
      const onScreen = await anna.postForm('picture', {}, photo);
      await anna.postForm('picture', {}, await transparentSignature());
      const again = await anna.sign({ ...withPicture(onScreen), ...WITNESS });
      expect(again).toMatchObject({ status: 200, heading: 'Sign' });
      expect(again.html).toContain('Nothing is signed yet');
      expect(again.html).toMatch(/<img src="[^"]*picture/);
      expect(again.html).not.toMatch(/id="agree"[^>]*checked/);
      expect(await request.status()).toBe('created');
      expect((await anna.sign({ ...withPicture(again), ...WITNESS })).location).toBe('/done');
    },
  );

  inDepth('deletes the picture when the address changes', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    await request.visitors[0]!.postForm('picture', {}, photo);
    expect(await picturesOf(request)).toHaveLength(1);
    await acme.api.patch(`${request.path}/signers/${request.signerIds[0]}`, { email: 'new@signers.test' });
    expect(await picturesOf(request)).toEqual([]);
  });

  it.each<[string, () => Buffer, string]>([
    ['no file', () => Buffer.alloc(0), 'Choose a picture of your signature'],
    ['a file of more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1), 'larger than 5 MB'],
    ['no picture', () => Buffer.from('%PDF-1.7'), 'not a PNG or JPEG picture'],
    ['half a picture', () => photo.subarray(0, 8_000), 'damaged or too large'],
  ])('reports at the field what is wrong with %s', async (_what, file, words) => {
    const request = await sendRequest(test, acme, 'in_person');
    const answer = await request.visitors[0]!.postForm('picture', {}, file());
    expect(answer).toMatchObject({ status: 400, heading: 'Sign' });
    expect(answer.html).toMatch(new RegExp(`id="picture-error">[^<]*${words}`));
    expect(answer.html).toMatch(/<input[^>]*id="picture"[^>]*aria-invalid="true"/);
    expect(await picturesOf(request)).toEqual([]);
    const signed = await request.visitors[0]!.sign({ method: 'uploaded', ...WITNESS });
    expect(signed.html).toContain('Choose a picture of your signature');
    expect(await request.status()).toBe('created');
  });

  it('accepts no picture if none is due', async () => {
    const fast = await sendRequest(test, acme, 'fast');
    await fast.visitors[0]!.postForm('picture', {}, photo);
    expect(await picturesOf(fast)).toEqual([]);
    const advanced = await sendRequest(test, acme, 'advanced');
    expect((await advanced.visitors[0]!.postForm('picture', {}, photo)).location).toBe('/code');
    expect(await picturesOf(advanced)).toEqual([]);
    const cancelled = await sendRequest(test, acme, 'in_person');
    await acme.api.delete(cancelled.path);
    expect((await cancelled.visitors[0]!.postForm('picture', {}, photo)).location).toBe('');
    const nobody = new SigningVisitor(`${test.url}/sign/${'0'.repeat(64)}`);
    expect((await nobody.postForm('picture', {}, photo)).status).toBe(404);
  });

  inDepth.each([
    [
      'declined',
      (request: SentRequest) => request.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' }),
    ],
    ['cancelled', (request: SentRequest) => acme.api.delete(request.path)],
  ])('keeps no picture of a request that was %s, unless someone signed with it', async (_how, end) => {
    const request = await sendRequest(test, acme, 'in_person', [ANNA, JONAS]);
    const [, shown] = [
      await request.visitors[0]!.postForm('picture', {}, photo),
      await request.visitors[1]!.postForm('picture', {}, photo),
    ];
    const signed = await request.visitors[1]!.sign({ ...withPicture(shown), ...WITNESS });
    expect(signed.location).toBe('/done');
    await end(request);
    const kept = await test.dataSource.query<{ signer_id: number }[]>(
      'select signer_id from signer_pictures where signer_id = any($1)',
      [request.signerIds],
    );
    expect(kept).toEqual([{ signer_id: request.signerIds[1] }]);
  });

  inDepth(
    'uses a handwriting font that has all letters of the name, and says so if there is none',
    async () => {
      for (const typed of ['Γιώργος Παπαδόπουλος', 'Елена Щербакова', 'Nguyễn Thị Ánh', 'Łukasz Żółć']) {
        const request = await sendRequest(test, acme, 'self_signed', [{ ...ANNA, name: typed }]);
        expect((await request.visitors[0]!.sign({ method: 'typed', typed })).location).toBe('/done');
      }
      const drawable = await sendRequest(test, acme, 'in_person', [{ ...ANNA, name: '山田太郎' }]);
      const consent = await drawable.visitors[0]!.get('consent');
      expect(consent.html).toMatch(/id="typed"[^>]*value=""/);
      const refused = await drawable.visitors[0]!.sign({ method: 'typed', typed: '山田太郎', ...WITNESS });
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toMatch(/id="typed-error">[^<]*Draw your signature/);
      const clickable = await sendRequest(test, acme, 'self_signed', [{ ...ANNA, name: 'ليلى' }]);
      const other = await clickable.visitors[0]!.sign({ method: 'typed', typed: 'ليلى' });
      expect(other.html).toMatch(/id="typed-error">[^<]*sign with a click/);
      expect((await clickable.visitors[0]!.sign({ method: 'typed', typed: '' })).location).toBe('/done');
    },
  );

  inDepth('reports a drawing of 50 MB at its field, and a form beyond all limits with a page', async () => {
    const strokes = '0'.repeat(50 * 1024 * 1024);
    const drawn = await sendRequest(test, acme, 'in_person');
    const answer = await drawn.visitors[0]!.postForm('consent', { method: 'drawn', strokes, agree: 'yes' });
    expect(answer).toMatchObject({ status: 400, heading: 'Sign' });
    expect(answer.html).toMatch(/id="pad-error">[^<]*Draw your signature/);
    expect(await drawn.status()).toBe('created');

    const plain = await sendRequest(test, acme, 'fast');
    const form = await plain.visitors[0]!.sign({ name: '0'.repeat(1024 * 1024) });
    expect(form).toMatchObject({ status: 413, heading: 'That was too large' });
    expect(form.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const spanish = await plain.visitors[0]!.post(
      'consent',
      { name: '0'.repeat(1024 * 1024) },
      { 'accept-language': 'es' },
    );
    expect(spanish.heading).toBe('Era demasiado grande');
  });
});
