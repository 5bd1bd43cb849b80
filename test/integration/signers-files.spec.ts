import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { unzip } from '../../src/common/zip-archive.js';
import { zipStream } from '../../src/common/zip-stream.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import {
  giveFiles,
  type GivenFile,
  idsOfFiles,
  PHOTO,
  plainPicture,
  sendProofs,
  signedWithFile,
  STAMP,
} from '../support/given-files.js';
import { inDepth } from '../support/in-depth.js';
import { encryptedPdf, openingPdf, textPdf } from '../support/pdf-samples.js';
import { drawPage, SCALE } from '../support/renderers.js';
import { type SentForm, signForm, TENANT } from '../support/request-forms.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { attachedFile, pdfText } from '../support/validators.js';
import { type Seen } from '../support/visitor.js';

const MIB = 1024 * 1024;
const NOT_MARRIED = { 'entry-married': '' };
const LIMITS = { maxFiles: 500, maxBytes: 100_000_000 };

describe('files of signers', () => {
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

  const proof = (bytes: Uint8Array, name = 'Payslip.pdf'): GivenFile => ({ field: 'proofs', name, bytes });
  const rows = ({ id }: SentForm) =>
    test.dataSource.query<{ field: string; key: string }[]>(
      'select field_key as field, storage_key as key from form_files where signature_id = $1 order by id',
      [id],
    );
  const attachments = async ({ path }: SentForm) =>
    (await acme.api.get(`${path}/attachments`)).body.items as Record<string, unknown>[];
  const file = async (path: string) => (await acme.api.get(path)).body as Buffer;
  const isStored = (key: string) =>
    test.app
      .get(FileStore, { strict: false })
      .get(key)
      .then(
        () => true,
        () => false,
      );
  const areDeleted = (keys: readonly string[]) =>
    until('the files are deleted', async () =>
      (await Promise.all(keys.map(isStored))).every((kept) => !kept),
    );
  const problemAt = ({ html }: Seen, key: string) =>
    new RegExp(`id="entry-${key}-error"[^>]*>([^<]*)<`).exec(html)?.[1] ?? '';
  const completed = (path: string) =>
    until('it is completed', async () => (await acme.api.get(`${path}/status`)).body.status === 'completed');

  it('are kept encrypted, signed by their digests, listed and downloaded', async () => {
    const request = await sendProofs(test, acme);
    const { tenant, landlord, path } = request;
    const given = await giveFiles(tenant, [proof(payslip), proof(contract, '../Work/Contract.PDF')]);
    expect(given.status).toBe(200);
    expect(given.html).toContain('Payslip.pdf');
    expect(await attachments(request)).toEqual([]);
    for (const { key } of await rows(request)) expect(await isStored(key)).toBe(true);
    const shown = await tenant.sign(NOT_MARRIED);
    expect(shown.html).toContain('Contract.pdf');
    expect((await signForm(tenant, NOT_MARRIED)).location).toBe('/done');

    const items = await attachments(request);
    const digest = (bytes: Buffer) => sha256(bytes).toString('hex');
    expect(items).toMatchObject([
      { key: 'proofs', name: 'Payslip.pdf', type: 'application/pdf', bytes: payslip.length },
      { key: 'proofs', name: 'Contract.pdf', signerEmail: TENANT.email, sha256: digest(contract) },
    ]);
    const answer = await acme.api.get(`${path}/attachments/${String(items[1]!.id)}`);
    expect((answer.body as Buffer).equals(contract)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Contract.pdf"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const data = (await acme.api.get(`${path}/form-data`)).body.items as Record<string, unknown>[];
    expect(data.find(({ key }) => key === 'proofs')!.value).toEqual([
      { name: 'Payslip.pdf', type: 'application/pdf', bytes: payslip.length, sha256: digest(payslip) },
      { name: 'Contract.pdf', type: 'application/pdf', bytes: contract.length, sha256: digest(contract) },
    ]);
    expect((await file(`${path}/form-data?format=csv`)).toString()).toContain(
      `"Payslip.pdf ${digest(payslip)}; Contract.pdf ${digest(contract)}"`,
    );

    const seen = await landlord.get('document');
    expect(seen.html).toContain('Payslip.pdf, Contract.pdf');
    expect((await signForm(landlord)).location).toBe('/done');
    await completed(path);
    const certificate = await file(`${path}/certificate`);
    const evidence = JSON.parse(attachedFile(certificate, 'evidence.json').toString()) as {
      form: { signers: { attachments: unknown[] }[] };
    };
    expect(evidence.form.signers[0]!.attachments).toEqual([
      { key: 'proofs', type: 'application/pdf', bytes: payslip.length, sha256: digest(payslip) },
      { key: 'proofs', type: 'application/pdf', bytes: contract.length, sha256: digest(contract) },
    ]);
    expect(pdfText(certificate).replace(/\s/g, '')).toContain(digest(contract));
    expect((await file(`${path}/document/signed`)).includes('Payslip')).toBe(false);
    const trail = await trailOf(test.dataSource, request.id);
    expect(JSON.stringify(trail)).not.toContain('Payslip');
    expect(trail.find(({ data }) => data.document === 'attachment')!.data).toMatchObject({
      id: items[1]!.id,
    });
  }, 120_000);

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

  it('draws pictures in their places, whole and in their own proportions', async () => {
    const request = await sendProofs(test, acme);
    const { tenant, landlord, path } = request;
    const [red, blue] = [await plainPicture('#c81e1e', 60, 30), await plainPicture('#1e3cc8')];
    const given = await giveFiles(tenant, [
      proof(payslip),
      { field: 'photo', name: 'keys.jpg', bytes: await sharp(red).jpeg().toBuffer() },
      { field: 'company', name: 'stamp.png', bytes: blue },
    ]);
    const [, photo] = idsOfFiles(given);
    expect(await sharp(await tenant.bytes(`files/${photo}`)).metadata()).toMatchObject({ format: 'png' });
    expect((await signForm(tenant, NOT_MARRIED)).location).toBe('/done');
    const before = await landlord.bytes('file');
    await signForm(landlord);
    await completed(path);
    const folder = await mkdtemp(join(tmpdir(), 'drawn-'));
    try {
      for (const pdf of [before, await file(`${path}/document/signed`)]) {
        const at = join(folder, 'drawn.pdf');
        await writeFile(at, pdf);
        const page = await drawPage('poppler', at, 1);
        const colourAt = async (x: number, y: number) => {
          const area = { left: Math.round(x * SCALE), top: Math.round(y * SCALE), width: 1, height: 1 };
          return [...(await sharp(page).extract(area).removeAlpha().raw().toBuffer())];
        };
        const middle = { x: PHOTO.x + PHOTO.width / 2, y: PHOTO.y + PHOTO.height / 2 };
        const [r, g, b] = await colourAt(middle.x, middle.y);
        expect(r! > 150 && g! < 90 && b! < 90).toBe(true);
        // Twice as wide as high, so there is paper above it.
        expect(await colourAt(middle.x, PHOTO.y + 4)).toEqual([255, 255, 255]);
        const stamp = await colourAt(STAMP.x + STAMP.width / 4, STAMP.y + STAMP.height / 2);
        expect(stamp[2]! > 150 && stamp[0]! < 90).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(pdfText(await file(`${path}/document/signed`))).toContain('Mill Ltd');
    expect(await attachments(request)).toMatchObject([
      { key: 'proofs' },
      { key: 'photo', name: 'keys.png', type: 'image/png' },
      { key: 'company', name: 'stamp.png' },
    ]);
  }, 120_000);

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
    await areDeleted([kept!.key]);
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

  it('that a condition hides are neither kept nor signed', async () => {
    const request = await sendProofs(test, acme);
    const { tenant } = request;
    await giveFiles(
      tenant,
      [proof(payslip), { field: 'certificate', name: 'Marriage.pdf', bytes: contract }],
      {
        ...{ 'entry-married': '', 'entry-married-0': 'yes', files: 'yes' },
      },
    );
    const all = await rows(request);
    expect(all.map(({ field }) => field)).toEqual(['proofs', 'certificate']);
    const shown = await tenant.sign(NOT_MARRIED);
    expect(shown.html).toContain('not kept: <bdi>Certificate of marriage</bdi>');
    expect((await signForm(tenant, NOT_MARRIED)).location).toBe('/done');
    expect((await rows(request)).map(({ field }) => field)).toEqual(['proofs']);
    await areDeleted([all[1]!.key]);
    const { data } = (await trailOf(test.dataSource, request.id)).find(({ type }) => type === 'signed')!;
    expect(data.form).toMatchObject({ hidden: ['certificate'], attachments: [{ key: 'proofs' }] });
  });

  it('are signed only as the last screen showed them', async () => {
    const { tenant } = await sendProofs(test, acme);
    await giveFiles(tenant, [proof(payslip)]);
    const screen = await tenant.sign(NOT_MARRIED);
    const formShown = / name="formShown" value="([^"]*)"/.exec(screen.html)![1]!;
    await giveFiles(tenant, [proof(contract, 'Contract.pdf')]);
    const again = await tenant.sign({ ...NOT_MARRIED, formShown });
    expect(again.html).toContain('The form is not the same as when you last saw it.');
    expect(again.html).toContain('Contract.pdf');
    expect((await signForm(tenant, NOT_MARRIED)).location).toBe('/done');
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
    await areDeleted([given!.key]);
  });

  it('are exported and erased with the person, and their digests stay', async () => {
    const request = await signedWithFile(test, acme, payslip);
    await signForm(request.landlord);
    await completed(request.path);
    const [given] = await rows(request);
    const key = { organizationId: acme.organizationId, email: TENANT.email };
    const by = operatorOf(acme.organizationId);
    const data = test.app.get(PersonalData);
    const archive = await unzip(await buffer(zipStream(await data.export(key, by))), LIMITS);
    expect(archive.get(`requests/${request.id}/file-1.pdf`)!.equals(payslip)).toBe(true);
    await data.erase(key, by);
    expect(await rows(request)).toEqual([]);
    await areDeleted([given!.key]);
    const { data: signed } = (await trailOf(test.dataSource, request.id)).find(
      ({ type }) => type === 'signed',
    )!;
    expect(signed.form).toMatchObject({ attachments: [{ sha256: sha256(payslip).toString('hex') }] });
    expect(await attachments(request)).toEqual([]);
  }, 120_000);

  it('are found by nobody else', async () => {
    const { path, fileId } = await signedWithFile(test, acme, payslip);
    const stranger = await test.createOrganization();
    expect((await stranger.api.get(`${path}/attachments`)).status).toBe(404);
    expect((await stranger.api.get(`${path}/attachments/${fileId}`)).status).toBe(404);
    const other = await signedWithFile(test, acme, contract);
    expect((await acme.api.get(`${other.path}/attachments/${fileId}`)).status).toBe(404);
  });

  it('are not filled in by the sender', async () => {
    const { path } = await sendProofs(test, acme);
    const definition = (await acme.api.get(`${path}/form`)).body as { fields: object[]; roles: object[] };
    const draft = await acme.api.post('/api/v1/signatures', {
      ...{ type: 'fast', originalDocumentName: 'Lease.pdf' },
      ...{ originalDocumentType: 'application/pdf', originalDocumentExtension: 'pdf' },
    });
    const own = `/api/v1/signatures/${String(draft.body.id)}`;
    await acme.api.put(`${own}/document`, await textPdf(2), {
      headers: { 'content-type': 'application/pdf' },
    });
    const value = { sha256: 'ab'.repeat(32), bytes: 5, type: 'image/png' };
    const fields = definition.fields.map((field) =>
      (field as { key: string }).key === 'photo' ? { ...field, value } : field,
    );
    const signers = { tenant: TENANT.email, landlord: 'landlord@signers.test' };
    const put = (given: object[]) =>
      acme.api.put(`${own}/form`, { ...definition, fields: given, signers, sha256: undefined });
    expect((await put(fields)).body).toMatchObject({ code: 'member_unknown' });
    expect((await put(definition.fields)).status).toBe(200);
    const filled = await acme.api.put(`${own}/form/values`, { values: { photo: value } });
    expect(filled.body).toMatchObject({
      code: 'value_invalid',
      details: [{ message: "values.photo takes no value from the sender, because its kind is 'image'" }],
    });
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
