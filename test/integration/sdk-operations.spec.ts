import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Countersign } from '../../sdk/typescript/src/index.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, widget } from '../support/built-forms.js';
import { rentRows } from '../support/bulk-sends.js';
import { assertDocumented, DocumentedApi } from '../support/documented-api.js';
import { failedDelivery } from '../support/failed-delivery.js';
import { importedForm } from '../support/form-calls.js';
import { signedWithFile } from '../support/given-files.js';
import { Person } from '../support/person.js';
import { LEASE } from '../support/request-forms.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { LEASE_TEMPLATE, PEOPLE, publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';
import { FULL_FORM, SHORT_FORM } from '../support/verifications.js';

const AGREEMENT = join(PROJECT_ROOT, 'docs/specimen/agreement.pdf');
const DRAFT = {
  type: 'self_signed',
  originalDocumentName: 'Lease agreement',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
} as const;
const FIELD = {
  kind: 'signature',
  signerEmail: 'ann@example.test',
  page: 1,
  width: 160,
  height: 50,
} as const;
const PERSON = { ...FULL_FORM, documentType: 'passport', verificationMethod: 'document' } as const;

/** The order matters: the last test checks all the others. */
describe('the TypeScript client', () => {
  const api = new DocumentedApi();
  const called = new Set<string>();
  let test: SharedTestApp;
  let org: TestOrganization;
  let client: Countersign;

  /** Records which operation succeeded, and checks the answer against the document. */
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(input);
    const method = init!.method!;
    if (response.ok) called.add(api.find(method, pathname)!.name);
    const json: unknown = response.headers.get('content-type')?.startsWith('application/json')
      ? await response.clone().json()
      : undefined;
    const { status, headers } = response;
    assertDocumented(method, pathname + search, { status, header: (name) => headers.get(name), json });
    return response;
  };

  beforeAll(async () => {
    test = await sharedTestApp();
    org = await test.createOrganization();
    client = new Countersign({ baseUrl: test.url, apiKey: org.apiKey, fetch: noting });
  });

  it('gets a document signed', async () => {
    const agreement = await readFile(AGREEMENT);
    const { id } = await client.signatures.create(DRAFT);
    await client.documents.upload(id, agreement);
    const fields = [
      { ...FIELD, x: '12%', y: 700 },
      { ...FIELD, kind: 'date', x: 300, y: 700 },
    ] as const;
    await client.documents.placeFields(id, fields.slice(1));
    const { items: placed } = await client.documents.listFields(id);
    expect(placed.map(({ kind }) => kind)).toEqual(['date']);
    await client.documents.upload(id, agreement, { fields: fields.slice(0, 1) });
    expect((await client.documents.listFields(id)).items.map(({ kind }) => kind)).toEqual(['signature']);
    expect(agreement.equals(await (await client.documents.original(id)).bytes())).toBe(true);
    await expect(client.documents.signed(id)).rejects.toMatchObject({ name: 'NotFoundError', status: 404 });

    const { signers } = await client.signatures.send(id, {
      signers: [{ email: 'ann@example.test', name: 'Ann Lee' }],
      subject: 'Your lease',
    });
    await client.signers.remind(id, signers[0]!.id);
    expect((await client.signatures.status(id)).status).toBe('created');
    const signed = await new SigningVisitor(signers[0]!.signingUrl!).sign();
    expect(signed.location).toBe('/done');
    await until('it is completed', async () => (await client.signatures.status(id)).status === 'completed');
    for (const download of [await client.documents.signed(id), await client.documents.certificate(id)]) {
      expect(download.contentType).toBe('application/pdf');
      const bytes = Buffer.from(await download.bytes());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.length).toBe(download.size);
    }
    const { items } = await client.signatures.auditTrail(id);
    expect(items.map(({ type }) => type)).toContain('completed');
    expect(await client.signatures.get(id)).toMatchObject({ status: 'completed', subject: 'Your lease' });
  });

  it('sends several documents', async () => {
    const { documents, signatures } = client;
    const agreement = await readFile(AGREEMENT);
    const { id } = await signatures.create(DRAFT);
    await documents.upload(id, agreement);
    await documents.put(id, 2, agreement);
    await documents.put(id, 3, agreement);
    expect(await documents.rename(id, 2, 'House rules')).toMatchObject({ n: 2, name: 'House rules' });
    expect((await documents.remove(id, 3)).items.map(({ n }) => n)).toEqual([1, 2]);
    await documents.placeFieldsOn(id, 2, [{ ...FIELD, x: '12%', y: 700 }]);
    expect((await documents.listFieldsOn(id, 2)).items.map(({ kind }) => kind)).toEqual(['signature']);
    expect(agreement.equals(await (await documents.originalOf(id, 2)).bytes())).toBe(true);
    const { signers } = await signatures.send(id, { signers: [{ email: 'ann@example.test', name: 'Ann' }] });
    await new SigningVisitor(signers[0]!.signingUrl!).sign();
    await until('it is completed', async () => (await signatures.status(id)).status === 'completed');
    expect((await documents.list(id)).items.map(({ name }) => name)).toEqual([
      'Lease agreement',
      'House rules',
    ]);
    const signed = Buffer.from(await (await documents.signedOf(id, 2)).bytes());
    expect(signed.subarray(0, 5).toString()).toBe('%PDF-');
    expect(
      Buffer.from(await documents.archive(id))
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('changes a signer, and cancels', async () => {
    const { id } = await client.signatures.create(DRAFT);
    const { signers } = await client.signatures.send(id, { signers: [{ email: 'bob@example.test' }] });
    const changed = await client.signers.changeEmail(id, signers[0]!.id, 'robert@example.test');
    expect(changed).toMatchObject({ email: 'robert@example.test', status: 'pending' });
    expect(await client.signatures.cancel(id)).toMatchObject({ id, status: 'created' });
    for await (const request of client.signatures.list()) expect(request.id).not.toBe(id);
  });

  it('sends to those who approve and get copies', async () => {
    const { recipients } = client;
    const { id } = await client.signatures.create(DRAFT);
    const approver = { email: 'emmy@example.test', name: 'Emmy', action: 'approve' } as const;
    await client.signatures.send(id, { signers: [{ email: 'bob@example.test' }], recipients: [approver] });
    const [emmy] = (await recipients.list(id)).items;
    await recipients.remind(id, emmy!.id);
    const changed = await recipients.changeEmail(id, emmy!.id, 'noether@example.test');
    expect(changed).toMatchObject({ email: 'noether@example.test', status: 'pending' });
    const copy = await recipients.add(id, { email: 'otto@example.test', name: 'Otto', action: 'copy' });
    await recipients.remove(id, copy.id);
    expect((await recipients.list(id)).items.map(({ action }) => action)).toEqual(['approve']);
  });

  it('defines, fills in and imports forms', async () => {
    const { forms } = client;
    const { id } = await client.signatures.create(DRAFT);
    await client.documents.upload(id, await readFile(AGREEMENT));
    const { sha256 } = await forms.define(id, LEASE as never);
    expect(await forms.fill(id, { rent: '950' })).toMatchObject({ sha256 });
    const rent = (await forms.get(id)).fields.find(({ key }) => key === 'rent');
    expect(rent).toMatchObject({ key: 'rent', value: '950' });
    expect((await forms.results(id)).items).toEqual([]);
    expect(await forms.remove(id)).toEqual({ message: 'The form was deleted' });
    const { roles, signers } = LEASE;
    const pdf = builtForm([widget('/FT /Tx /T (Rent)')]);
    const imported = await forms.import(id, pdf, { roles, signers, role: 'tenant' });
    expect(imported.form.fields.map(({ kind }) => kind)).toEqual(['text']);
  });

  it('prepares, publishes and sends a template', async () => {
    const { templates } = client;
    const { id } = await templates.create({ name: 'Lease' });
    const { revision } = await templates.upload(id, 1, await readFile(AGREEMENT));
    await templates.define(id, { ...LEASE_TEMPLATE, fields: [], revision } as never);
    expect((await templates.definition(id)).problems).toEqual([]);
    const { number, sha256 } = await templates.publish(id, { note: 'First' });
    expect((await templates.versions(id)).items).toMatchObject([{ number, sha256 }]);
    expect((await templates.version(id, number)).documents).toHaveLength(1);
    expect((await templates.differences(id, number, number)).items).toEqual([]);
    expect(Buffer.from(await templates.document(id, number, 1)).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await templates.valuesSchema(id)).toMatchObject({ type: 'object' });
    const sent = await templates.send(id, { roles: PEOPLE });
    expect(await templates.ofRequest(sent.id)).toMatchObject({ templateId: id, version: number, sha256 });
    expect((await templates.draft(id, { roles: PEOPLE })).status).toBe('draft');
    const saved = await templates.fromRequest(sent.id, { name: 'From a request' });
    const copy = await templates.duplicate(id, { name: 'A copy' });
    const imported = await templates.import(await templates.export(id));
    await templates.describe(imported.id, { description: 'Imported' });
    expect((await templates.removeDocument(imported.id, 1)).documents).toEqual([]);
    expect(await templates.archive(imported.id)).toMatchObject({ state: 'archived' });
    expect(await templates.get(copy.id)).toMatchObject({ name: 'A copy', state: 'draft' });
    const form = await templates.upload(copy.id, 1, builtForm([widget('/FT /Tx /T (Rent)')]));
    const taken = await templates.importForm(copy.id, 1, { revision: form.revision });
    expect(taken.report.imported.map(({ key }) => key)).toEqual(['rent']);
    const names = [];
    for await (const { name } of templates.list({ limit: 2 })) names.push(name);
    expect(names.sort()).toEqual(['A copy', 'From a request', 'Lease']);
    expect(saved.latestVersion).toBeNull();
  });

  it('sends rows of a file', async () => {
    const { bulkSends } = client;
    const template = await publishedTemplate(org, RENT_TEMPLATE);
    const templateId = Number(template.split('/').at(-1));
    const { id } = await bulkSends.create({ name: 'Rents', templateId, onInvalid: 'skip' });
    const rows = Buffer.from(`${rentRows(300)}\nr,nobody,N,1`);
    const checked = await bulkSends.upload(id, rows, { query: { delimiter: ',' } });
    expect(checked.counts).toMatchObject({ valid: 300, invalid: 1 });
    expect((await bulkSends.rows(id, { rowState: 'invalid' })).items[0]!.faults[0]!.column).toBe(
      'tenant.email',
    );
    expect(Buffer.from(await bulkSends.errors(id)).toString()).toContain('nobody');
    expect(Buffer.from(await bulkSends.exampleFile(templateId)).toString()).toContain('tenant.email');
    expect((await bulkSends.start(id)).state).toBe('running');
    expect((await bulkSends.pause(id)).state).toBe('paused');
    expect((await bulkSends.retry(id)).state).toBe('paused');
    expect((await bulkSends.resume(id)).state).toBe('running');
    expect((await bulkSends.cancel(id)).state).toBe('cancelled');
    await expect(bulkSends.retry(id)).rejects.toMatchObject({ code: 'bulk_cancelled' });
    expect(
      Buffer.from(await bulkSends.results(id))
        .toString()
        .split('\r\n'),
    ).toHaveLength(303);
    expect((await bulkSends.get(id)).endedAt).not.toBeNull();
    expect((await bulkSends.list().first()).total).toBe(1);
  });

  it('collects a form with a file', async () => {
    const { forms } = client;
    const agreement = await readFile(AGREEMENT);
    const { id } = await client.signatures.create(DRAFT);
    await client.documents.upload(id, agreement);
    await forms.define(id, LEASE as never);
    await forms.fill(id, { heating: 'gas' });
    expect((await forms.get(id)).fields).toHaveLength(LEASE.fields.length);
    await forms.remove(id);
    const people = { roles: LEASE.roles, signers: LEASE.signers, role: 'tenant' };
    const form = importedForm().get('file') as Blob;
    await forms.import(id, new Uint8Array(await form.arrayBuffer()), people);
    const { path, fileId } = await signedWithFile(test, org, agreement);
    const requestId = Number(path.split('/').at(-1));
    expect((await forms.results(requestId)).items.map(({ key }) => key)).toEqual(['proofs', 'married']);
    expect((await forms.attachments(requestId)).items.map((file) => file.id)).toEqual([fileId]);
    expect(agreement.equals(await forms.attachment(requestId, fileId))).toBe(true);
  });

  it('verifies people', async () => {
    const full = await client.identityVerifications.create(PERSON);
    const short = await client.identityVerifications.create(SHORT_FORM);
    const ids = [];
    for await (const { id } of client.identityVerifications.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual([short.id, full.id]);
    await expect(client.identityVerifications.documentReport(full.id)).rejects.toMatchObject({
      code: 'report_not_available',
    });
    const person = new Person(full.sessionUrl);
    await person.agree();
    await person.post('/cancel');
    expect((await client.identityVerifications.get(full.id)).status).toBe('failed');
    const { result, reasons } = await client.identityVerifications.documentReport(full.id);
    expect({ result, reasons }).toEqual({ result: 'rejected', reasons: ['cancelled_by_user'] });
    expect(await client.identityVerifications.eraseMedia(full.id)).toMatchObject({ id: full.id });
  });

  it('replays deliveries', async () => {
    const failed = await failedDelivery(test, org);
    const { id } = await client.webhookNotifications.replay(failed);
    const ids = [];
    for await (const delivery of client.webhookNotifications.list({ limit: 2 })) ids.push(delivery.id);
    expect(ids).toEqual(expect.arrayContaining([failed, id]));
    const hour = 3_600_000;
    const [from, until] = [2, 1].map((hours) => new Date(Date.now() - hours * hour).toISOString());
    const within = { from: from!, until: until! };
    const replay = await client.webhookNotifications.replayFailed(within);
    expect(replay).toMatchObject({ found: expect.any(Number) });
    expect(await client.webhookNotifications.replayProgress(replay.id)).toMatchObject({
      ...within,
      id: replay.id,
    });
  });

  it('reads events', async () => {
    const { items } = await client.events.read({ types: ['signature.completed'], limit: 5, wait: 20 });
    // One document was signed, and then two in one request.
    expect(items.map(({ event }) => event)).toEqual(['signature.completed', 'signature.completed']);
  });

  it('has a method for every documented operation', () => {
    expect([...called].sort()).toEqual(api.operations.map(({ name }) => name).sort());
  });
});
