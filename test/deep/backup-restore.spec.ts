import { ActivityLog } from '../../src/activity/activity-log.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { folderStock } from '../../src/platform/backup/folder-stock.js';
import { completeRestored } from '../../src/platform/backup/restore.js';
import { filesFolder } from '../../src/platform/storage/files-folder.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { BackupFolder, restoreFrom } from '../support/backups.js';
import { DashboardMember, signedIn } from '../support/dashboard-member.js';
import { createEmptyDatabase } from '../support/database.js';
import { textPdf } from '../support/pdf-samples.js';
import { answers, type Inbox, Receiver } from '../support/receiver.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfsig } from '../support/validators.js';

const COMPLETED = 3;
const CALLERS = 4;
/** A key may make 1,000 requests a minute, and each draft takes three. */
const MOST_DRAFTS = 150;
const LONGEST_MS = 120_000;
const ANN = { email: 'ann@example.test', name: 'Ann Lee' };

/** Tests the whole service, from a running installation to its copy. */
describe('an installation that was backed up under load and restored', () => {
  let folder: BackupFolder;
  let receiver: Receiver;
  let inbox: Inbox;
  let original: TestApp;
  let acme: TestOrganization;
  let restored: TestApp | undefined;
  let completed: { id: number; signed: Buffer }[];
  let waiting: SigningVisitor;
  let drafts: number;

  beforeAll(async () => {
    folder = await BackupFolder.make();
    receiver = await Receiver.start();
    inbox = receiver.newInbox();
    const settings = { webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'], webhookCaFile: receiver.caFile };
    original = await startTestApp(settings);
    acme = await original.createOrganization();
    await signedIn(original, acme);
    completed = [];
    for (let each = 0; each < COMPLETED; each++) completed.push(await completeRequest());
    waiting = new SigningVisitor((await sendToOneself(original.url)).signingUrl);
    await leaveDeliveryWaiting();
    const { file } = await backUpUnderLoad();

    const database = await createEmptyDatabase();
    const dataDir = folder.path('data');
    const { encryptionKeys } = original.settings;
    await restoreFrom(file, {
      databaseUrl: database.url,
      files: folderStock(filesFolder(dataDir)),
      encryptionKeys,
    });
    await completeRestored(database.url);
    await original.close();
    restored = await startTestApp({ ...settings, dataDir, encryptionKeys }, { database });
  }, LONGEST_MS);
  afterAll(async () => {
    await restored?.close();
    await receiver.stop();
    await folder.remove();
  });

  const copyOf = () => restored!;
  const apiOf = ({ url }: TestApp) => new ApiClient(url, acme.apiKey);

  async function sendToOneself(url: string): Promise<{ id: number; signingUrl: string }> {
    const api = new ApiClient(url, acme.apiKey);
    const { id, signers } = await sendRequest(api, { draft: { type: 'self_signed' }, signers: [ANN] });
    return { id, signingUrl: signers[0]!.signingUrl! };
  }

  async function completeRequest(): Promise<{ id: number; signed: Buffer }> {
    const { id, signingUrl } = await sendToOneself(original.url);
    expect((await new SigningVisitor(signingUrl).sign()).location).toBe('/done');
    const signed = await until('it is sealed', async () => {
      const { status, body } = await acme.api.get(`${SIGNATURES}/${id}/document/signed`);
      return status === 200 ? (body as Buffer) : null;
    });
    return { id, signed: signed! };
  }

  /** Leaves an event whose first delivery has failed, with the second due in some minutes. */
  async function leaveDeliveryWaiting(): Promise<void> {
    inbox.answerNext(answers.status(500));
    const { organizationId } = acme;
    await original.app.get(WebhookEndpointsService).setUrl({ organizationId, url: inbox.url });
    await acme.api.delete(`${SIGNATURES}/${await createDraft(acme.api)}`);
    await until('the failure is recorded', async () => {
      const { body } = await acme.api.get('/api/v1/webhook-notifications?limit=1');
      return body.items[0]?.nextRetryAt;
    });
  }

  /** Callers make drafts, replace their documents, which deletes the previous files, and cancel them. */
  async function backUpUnderLoad() {
    const load = { isOn: true, done: 0 };
    const pdf = await textPdf(1);
    const asPdf = { headers: { 'content-type': 'application/pdf' } };
    const caller = async () => {
      while (load.isOn && load.done < MOST_DRAFTS) {
        const id = await createDraft(acme.api);
        for (let upload = 0; upload < 2; upload++)
          expect((await acme.api.put(`${SIGNATURES}/${id}/document`, pdf, asPdf)).status).toBe(200);
        load.done++;
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    await until('the load has begun', () => load.done > CALLERS);
    const before = load.done;
    const source = {
      databaseUrl: original.database.url,
      files: folderStock(filesFolder(original.settings.dataDir)),
      encryptionKeys: original.settings.encryptionKeys,
    };
    const taken = await folder.back(source);
    load.isOn = false;
    await Promise.all(callers);
    drafts = before;
    expect(taken.manifest.files.lost).toEqual([]);
    return taken;
  }

  it('keeps every sealed document, and each still verifies', async () => {
    for (const { id, signed } of completed) {
      const { status, body } = await apiOf(copyOf()).get(`${SIGNATURES}/${id}/document/signed`);
      expect(status).toBe(200);
      expect((body as Buffer).equals(signed)).toBe(true);
      const verdicts = pdfsig(body as Buffer);
      expect(verdicts.map(({ verdict }) => verdict)).toEqual(['Signature is Valid.']);
    }
  });

  it('keeps the audit chains whole, and adds to them', async () => {
    for (const { id } of completed) {
      const events = await trailOf(copyOf().dataSource, id);
      expect(events.length).toBeGreaterThan(3);
      expect(verifyChain(events)).toMatchObject({ isWhole: true });
    }
    expect(await copyOf().app.get(ActivityLog).verify(acme.organizationId)).toMatchObject({ isWhole: true });
    const append = 'update signature_audit_events set number = 7';
    await expect(copyOf().dataSource.query(append)).rejects.toThrow();
  });

  it('a restored installation has a file for every row', async () => {
    const [counted] = await copyOf().dataSource.query<{ drafts: number }[]>(
      'select count(*) as drafts from signatures where status = $1',
      ['draft'],
    );
    expect(counted!.drafts).toBeGreaterThanOrEqual(drafts);
    const rows = await copyOf().dataSource.query<{ id: number }[]>(
      "select signature_id as id from signature_documents where kind = 'original'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(drafts);
    for (const { id } of rows)
      expect((await apiOf(copyOf()).get(`${SIGNATURES}/${id}/document`)).status).toBe(200);
  });

  it('lets members sign in with their passwords', async () => {
    const member = new DashboardMember(copyOf().url, acme.ownerEmail);
    const seen = await member.signIn();
    expect([seen.status, seen.location]).toEqual([303, '']);
  });

  it('continues its jobs, and accepts links that were sent before', async () => {
    const before = inbox.requests.length;
    await copyOf().database.moveClock('1 hour');
    await inbox.waitFor(before + 1);
    expect(inbox.requests.at(-1)!.body.equals(inbox.requests[0]!.body)).toBe(true);
    const link = new SigningVisitor(`${copyOf().url}/sign/${waiting.token}`);
    expect((await link.sign()).location).toBe('/done');
  });

  it('seals new documents with the same keys', async () => {
    const { id, signingUrl } = await sendToOneself(copyOf().url);
    expect(id).toBeGreaterThan(Math.max(...completed.map((each) => each.id)));
    expect((await new SigningVisitor(signingUrl).sign()).location).toBe('/done');
    const status = async () => (await apiOf(copyOf()).get(`${SIGNATURES}/${id}`)).body.status;
    await until('it is completed', async () => (await status()) === 'completed');
    const { body: signed } = await apiOf(copyOf()).get(`${SIGNATURES}/${id}/document/signed`);
    const [before] = pdfsig(completed[0]!.signed);
    expect(pdfsig(signed as Buffer)).toEqual([before]);
  });
});
