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
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import {
  giveFiles,
  idsOfFiles,
  NOT_MARRIED,
  PHOTO,
  plainPicture,
  proof,
  rowsOfFiles,
  sendProofs,
  signedWithFile,
  STAMP,
  untilDeleted,
} from '../support/given-files.js';
import { textPdf } from '../support/pdf-samples.js';
import { drawPage, SCALE } from '../support/renderers.js';
import { type SentForm, signForm, TENANT } from '../support/request-forms.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { attachedFile, pdfText } from '../support/validators.js';

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

  const rows = (request: SentForm) => rowsOfFiles(test, request);
  const attachments = async ({ path }: SentForm) =>
    (await acme.api.get(`${path}/attachments`)).body.items as Record<string, unknown>[];
  const file = async (path: string) => (await acme.api.get(path)).body as Buffer;
  const completed = (path: string) =>
    until('it is completed', async () => (await acme.api.get(`${path}/status`)).body.status === 'completed');

  it('are kept encrypted, signed by their digests, listed and downloaded', async () => {
    const request = await sendProofs(test, acme);
    const { tenant, landlord, path } = request;
    const given = await giveFiles(tenant, [proof(payslip), proof(contract, '../Work/Contract.PDF')]);
    expect(given.status).toBe(200);
    expect(given.html).toContain('Payslip.pdf');
    expect(await attachments(request)).toEqual([]);
    expect(await rows(request)).toHaveLength(2);
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
    await untilDeleted(test, [all[1]!.key]);
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
    await untilDeleted(test, [given!.key]);
    const { data: signed } = (await trailOf(test.dataSource, request.id)).find(
      ({ type }) => type === 'signed',
    )!;
    expect(signed.form).toMatchObject({ attachments: [{ sha256: sha256(payslip).toString('hex') }] });
    expect(await attachments(request)).toEqual([]);
  }, 120_000);

  it('are listed on the page of the request, and downloaded by members, which is recorded', async () => {
    const { id, fileId } = await signedWithFile(test, acme, payslip);
    const member = await signedIn(test, acme);
    const { html } = await member.get(`signatures/${id}`);
    const address = `signatures/${id}/attachments/${fileId}`;
    expect(html).toContain(`href="/dashboard/${address}"><bdi>Payslip.pdf</bdi>`);
    expect((await member.bytes(address)).equals(payslip)).toBe(true);
    expect((await member.get(`signatures/${id}/attachments/${fileId + 1}`)).status).toBe(404);
    const stranger = await signedIn(test, await test.createOrganization());
    expect((await stranger.get(address)).status).toBe(404);
    const recorded = await activityOf(test.dataSource, acme.organizationId);
    expect(recorded.filter(({ type }) => type === 'document_downloaded')).toMatchObject([
      { data: { document: 'attachment', id: fileId } },
    ]);
  });

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
    const { roles } = definition;
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
    const put = (given: object[]) => acme.api.put(`${own}/form`, { roles, fields: given, signers });
    expect((await put(fields)).body).toMatchObject({ code: 'member_unknown' });
    expect((await put(definition.fields)).status).toBe(200);
    const filled = await acme.api.put(`${own}/form/values`, { values: { photo: value } });
    expect(filled.body).toMatchObject({
      code: 'value_invalid',
      details: [{ message: "values.photo takes no value from the sender, because its kind is 'image'" }],
    });
  });
});
