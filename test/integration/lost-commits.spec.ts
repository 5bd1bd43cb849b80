import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { Brands } from '../../src/brands/brands.js';
import { isOutcomeUnknown } from '../../src/platform/database/commit-outcome.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { FileSweeper } from '../../src/platform/storage/file-sweeper.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { giveFiles, proof, sendProofs } from '../support/given-files.js';
import { inDepth } from '../support/in-depth.js';
import { LostAnswers } from '../support/lost-answers.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { photoOfSignature } from '../support/signature-pictures.js';
import { sendRequest } from '../support/signing-requests.js';
import { beginVerification } from '../support/verifications.js';

describe('a COMMIT whose answer is lost', () => {
  let answers: LostAnswers;
  let test: TestApp;
  let acme: TestOrganization;
  let files: FileStore;

  beforeAll(async () => {
    const database = await createTestDatabase();
    answers = await LostAnswers.before(database.url);
    test = await startTestApp({}, { database: { ...database, url: answers.url } });
    acme = await test.createOrganization();
    files = test.app.get(FileStore);
  });
  afterAll(async () => {
    await test?.close();
    await answers?.stop();
  });

  /** The files that rows of a table name, each of which must exist. */
  async function namedIn(table: string): Promise<Buffer[]> {
    const rows = await test.dataSource.query<{ key: string }[]>(`select storage_key as key from ${table}`);
    return Promise.all(rows.map(({ key }) => files.get(key)));
  }

  const filmedVerification = () => beginVerification(test, acme, { verificationMethod: 'liveness' });
  const photo = () =>
    sharp({ create: { width: 900, height: 640, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();

  inDepth('keeps an uploaded document', async () => {
    const id = await createDraft(acme.api);
    const lost = answers.loseNext('INSERT INTO "signature_documents"');
    const headers = { 'content-type': 'application/pdf' };
    const answer = await acme.api.put(`${SIGNATURES}/${id}/document`, await textPdf(1), { headers });
    await lost;
    expect(answer.status).toBe(503);
    expect((await namedIn('signature_documents')).length).toBeGreaterThan(0);
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).status).toBe(200);
  });

  it('keeps a typeset document', async () => {
    const id = await createDraft(acme.api);
    const lost = answers.loseNext('document_typeset');
    const signers = [{ email: 'mira@people.test' }];
    const answer = await acme.api.post(`${SIGNATURES}/${id}/send`, { signers });
    await lost;
    expect(answer.status).toBe(503);
    expect((await acme.api.get(`${SIGNATURES}/${id}`)).body.status).toBe('created');
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).status).toBe(200);
  });

  inDepth('keeps a photo of an identity document', async () => {
    const session = await beginVerification(test, acme);
    await session.person.agree();
    const lost = answers.loseNext('INSERT INTO "identity_verification_images"');
    const uploaded = session.person.upload('front', await photo()).catch(() => null);
    await lost;
    await uploaded;
    expect(await namedIn('identity_verification_images')).toHaveLength(1);
  });

  inDepth('keeps a frame of a challenge', async () => {
    const { person } = await filmedVerification();
    await person.agree();
    const post = (path: string, init: RequestInit = {}) =>
      fetch(person.sessionUrl + path, { method: 'POST', ...init });
    const { nonce } = (await (await post('/challenge')).json()) as { nonce: string };
    const lost = answers.loseNext('INSERT INTO "identity_liveness_frames"');
    const headers = { 'content-type': 'image/jpeg', 'x-challenge-nonce': nonce };
    const answer = await post('/frames', { body: new Uint8Array(await photo()), headers });
    await lost;
    expect(answer.status).toBe(503);
    expect(await namedIn('identity_liveness_frames')).toHaveLength(1);
  });

  inDepth('keeps a picture of a signature', async () => {
    const { visitors } = await sendRequest(test, acme, 'in_person');
    const anna = visitors[0]!;
    await anna.get('consent');
    const lost = answers.loseNext('INSERT INTO "signer_pictures"');
    const fields = { agree: 'yes', witness: 'Hugo Host' };
    const sent = anna.postForm('consent', fields, await photoOfSignature());
    await lost;
    expect((await sent).status).toBe(503);
    expect(await namedIn('signer_pictures')).toHaveLength(1);
  });

  inDepth('keeps a file that a signer gives into a form', async () => {
    const { tenant } = await sendProofs(test, acme);
    const lost = answers.loseNext('INSERT INTO "form_files"');
    const given = await textPdf(1, 'Payslip');
    const sent = giveFiles(tenant, [proof(given)]);
    await lost;
    expect((await sent).status).toBe(503);
    expect(await namedIn('form_files')).toEqual([given]);
  });

  it('keeps a logo', async () => {
    const lost = answers.loseNext('insert into organization_logos');
    const look = {
      name: 'Acme',
      color: null,
      contactLine: null,
      contactEmail: null,
      locale: null,
      timeZone: null,
    };
    const logo = { png: randomBytes(100), width: 10, height: 10 };
    const saved = test.app.get(Brands).save(operatorOf(acme.organizationId), { ...look, logo });
    await expect(saved).rejects.toThrow();
    await lost;
    expect(await namedIn('organization_logos')).toEqual([logo.png]);
  });

  it('leaves a file without a row to the sweeper, and none of a refused upload', async () => {
    const transactions = test.app.get(Transactions);
    const { organizationId } = acme;
    const unnamed = await files.put(organizationId, Buffer.from('unnamed'));
    const lost = answers.loseNext('as nothing');
    const failing = files.naming([unnamed], () =>
      transactions.run(async (tx) => void (await tx.query('select 1 as nothing'))),
    );
    const error: unknown = await failing.catch((reason: unknown) => reason);
    await lost;
    expect(isOutcomeUnknown(error)).toBe(true);
    expect((await files.get(unnamed)).toString()).toBe('unnamed');
    const sweeper = test.app.get(FileSweeper, { strict: false });
    expect(await sweeper.sweep(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    await expect(files.get(unnamed)).rejects.toThrow('ENOENT');

    const refused = await files.put(organizationId, Buffer.from('refused'));
    const deferred = files.naming([refused], () =>
      transactions.run(async (tx) => {
        await tx.query('create temporary table pairs (id int unique deferrable initially deferred)');
        await tx.query('insert into pairs values (1), (1)');
      }),
    );
    await expect(deferred).rejects.toThrow('duplicate key');
    await expect(files.get(refused)).rejects.toThrow('ENOENT');
  });
});
