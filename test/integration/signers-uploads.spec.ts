import sharp from 'sharp';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import {
  giveFiles,
  idsOfFiles,
  NOT_MARRIED,
  plainPicture,
  proof,
  rowsOfFiles,
  sendProofs,
  signedWithFile,
  untilDeleted,
} from '../support/given-files.js';
import { inDepth } from '../support/in-depth.js';
import { encryptedPdf, openingPdf, textPdf } from '../support/pdf-samples.js';
import { type SentForm, signForm } from '../support/request-forms.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { type Seen } from '../support/visitor.js';

const MIB = 1024 * 1024;

describe('files that signers give', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let payslip: Buffer;
  let contract: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    payslip = await textPdf(1, 'Payslip');
    contract = await textPdf(2, 'Contract');
  });

  const rows = (request: SentForm) => rowsOfFiles(test, request);
  const problemAt = ({ html }: Seen, key: string) =>
    new RegExp(`id="entry-${key}-error"[^>]*>([^<]*)<`).exec(html)?.[1] ?? '';

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['a text', () => Buffer.from('Hello'), /not a PDF, PNG or JPEG/],
    ['an archive', () => Buffer.from('PK\u0003\u0004 and so on'), /not a PDF, PNG or JPEG/],
    ['half a PDF', () => payslip.subarray(0, 200), /damaged|cannot be checked/],
    ['a PDF with a password', () => encryptedPdf('secret'), /protected with a password/],
    ['a PDF that anyone can open, but is encrypted', () => encryptedPdf(''), /protected with a password/],
    ['a PDF with a script', () => openingPdf('/S /JavaScript /JS (app.alert(1))'), /contains a script/],
    ['a PDF that starts a program', () => openingPdf('/S /Launch /F (calc.exe)'), /contains a script/],
    ['more than 10 MB', () => Buffer.alloc(10 * MIB + 1, 'x'), /up to 10/],
  ])('says at the field why %s is refused', async (_what, bytes, words) => {
    const request = await sendProofs(test, acme);
    const answer = await giveFiles(request.tenant, [proof(await bytes())]);
    expect(answer.status).toBe(400);
    expect(problemAt(answer, 'proofs')).toMatch(words);
    expect(await rows(request)).toEqual([]);
  });

  it('cleans a picture, and refuses anything else where one is drawn', async () => {
    const request = await sendProofs(test, acme);
    const answer = await giveFiles(request.tenant, [{ field: 'photo', name: 'a.pdf', bytes: payslip }]);
    expect(problemAt(answer, 'photo')).toContain('not a PNG or JPEG picture');
    const located = await sharp(await plainPicture('#444', 2_000, 1_000))
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '48/1 0/1 0/1' } })
      .toBuffer();
    const [id] = idsOfFiles(
      await giveFiles(request.tenant, [{ field: 'photo', name: 'a.jpg', bytes: located }]),
    );
    const kept = await sharp(await request.tenant.bytes(`files/${id}`)).metadata();
    expect(kept).toMatchObject({ width: 1_000, height: 500 });
    expect(kept.exif).toBeUndefined();
    // Another one replaces it.
    await giveFiles(request.tenant, [{ field: 'photo', name: 'b.png', bytes: await plainPicture('#222') }]);
    expect(await rows(request)).toHaveLength(1);
  });

  it('belong to the browser that gave them, and to nobody else', async () => {
    const request = await sendProofs(test, acme);
    const { tenant, landlord } = request;
    const [id] = idsOfFiles(await giveFiles(tenant, [proof(payslip)]));
    expect((await tenant.get(`files/${id}`)).status).toBe(200);
    const holder = new SigningVisitor(`${test.url}/sign/${tenant.token}`);
    expect((await holder.get(`files/${id}`)).status).toBe(404);
    expect((await holder.get('document')).html).not.toContain('Payslip.pdf');
    await giveFiles(holder, [], { remove: String(id) });
    expect((await landlord.get(`files/${id}`)).status).toBe(404);
    await giveFiles(landlord, [], { remove: String(id) });
    expect((await giveFiles(landlord, [proof(contract)])).status).not.toBe(500);
    expect(await rows(request)).toHaveLength(1);
    const unsigned = await signForm(holder, NOT_MARRIED);
    expect(unsigned.html).toContain('Proof of income: Choose a file.');
  });

  it('are removed and replaced before signing', async () => {
    const request = await sendProofs(test, acme);
    const { tenant } = request;
    const [first] = idsOfFiles(await giveFiles(tenant, [proof(payslip)]));
    const [kept] = await rows(request);
    const removed = await giveFiles(tenant, [], { remove: String(first) });
    expect(removed.html).not.toContain('Payslip.pdf');
    await untilDeleted(test, [kept!.key]);
    const missing = await giveFiles(tenant, [], { ...NOT_MARRIED, continue: 'yes', formSeen: 'proofs' });
    expect(problemAt(missing, 'proofs')).toBe('Choose a file.');
    const seen = { ...NOT_MARRIED, continue: 'yes', formSeen: 'proofs photo company married' };
    const next = await giveFiles(tenant, [proof(contract)], seen);
    expect(next).toMatchObject({ status: 303, location: '/consent' });
  });

  it('stay within the limits of field and signer, however many arrive at once', async () => {
    const request = await sendProofs(test, acme);
    const { tenant } = request;
    await giveFiles(tenant, []);
    const many = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => textPdf(1, `Month ${index} of`)),
    );
    const answers = await Promise.all(many.map((bytes) => giveFiles(tenant, [proof(bytes)])));
    expect(await rows(request)).toHaveLength(3);
    const refused = answers.map((answer) => problemAt(answer, 'proofs')).filter((each) => each !== '');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toContain('room for 3 files');
  }, 60_000);

  it('is one file, if the same is given twice', async () => {
    const request = await sendProofs(test, acme);
    await giveFiles(request.tenant, [proof(payslip)]);
    const [again, twice] = await Promise.all([
      giveFiles(request.tenant, [proof(payslip, 'Copy.pdf')]),
      giveFiles(request.tenant, [proof(payslip)]),
    ]);
    expect([again.status, twice.status]).toEqual([200, 200]);
    expect(await rows(request)).toHaveLength(1);
  });

  it('are neither taken nor removed once they are signed', async () => {
    const request = await signedWithFile(test, acme, payslip);
    const { tenant, fileId } = request;
    expect((await giveFiles(tenant, [proof(contract)])).location).toBe('');
    await giveFiles(tenant, [], { remove: String(fileId) });
    expect(await rows(request)).toHaveLength(1);
    expect((await tenant.get(`files/${fileId}`)).status).toBe(404);
  });

  it.each<[string, (request: SentForm) => Promise<unknown>]>([
    ['was cancelled', ({ path }) => acme.api.delete(path)],
    ['was declined', ({ tenant }) => tenant.post('reject', { reason: 'No', confirmed: 'yes' })],
  ])('go with a request that %s before they were signed', async (_how, end) => {
    const request = await sendProofs(test, acme);
    await giveFiles(request.tenant, [proof(payslip)]);
    const [given] = await rows(request);
    await end(request);
    expect(await rows(request)).toEqual([]);
    await untilDeleted(test, [given!.key]);
  });

  inDepth(
    'are limited to 30 MB of a signer together',
    async () => {
      const request = await sendProofs(test, acme);
      const noise = async (seed: number) => {
        const raw = Buffer.alloc(1_700 * 1_700 * 3);
        let state = seed;
        for (let at = 0; at < raw.length; at++)
          raw[at] = (state = (state * 1_103_515_245 + 12_345) >>> 0) >>> 16;
        return sharp(raw, { raw: { width: 1_700, height: 1_700, channels: 3 } })
          .png({ compressionLevel: 0 })
          .toBuffer();
      };
      for (const seed of [1, 2, 3])
        expect((await giveFiles(request.tenant, [proof(await noise(seed), `${seed}.png`)])).status).toBe(200);
      expect(await rows(request)).toHaveLength(3);
      const over = await giveFiles(request.tenant, [
        { field: 'certificate', name: 'm.png', bytes: await noise(4) },
      ]);
      expect(problemAt(over, 'certificate')).toContain('all your files together up to 30');
    },
    120_000,
  );
});
