import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { reencrypt } from '../../src/commands/reencrypt.js';
import { SEALED_COLUMNS } from '../../src/commands/sealed-columns.js';
import { type EncryptionKey } from '../../src/platform/config/settings.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { sendRequest } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';

const keyOf = (id: string): EncryptionKey => ({ id, key: randomBytes(32) });
const [OLD, NEW] = [keyOf('1'), keyOf('2027')];

describe('encrypting everything with another key', () => {
  let first: TestApp;
  let acme: TestOrganization;
  const running = new Set<TestApp>();

  beforeAll(async () => {
    first = await startTestApp({ encryptionKeys: [OLD] });
    running.add(first);
    acme = await first.createOrganization();
  });
  afterAll(async () => {
    for (const test of running) await stopped(test);
    await first?.database.drop();
    if (first) await rm(first.settings.dataDir, { recursive: true, force: true });
  });

  /** Restarts the same installation with other keys. */
  async function restarted(...encryptionKeys: EncryptionKey[]): Promise<TestApp> {
    const { dataDir } = first.settings;
    const app = await startTestApp({ dataDir, encryptionKeys }, { database: first.database });
    running.add(app);
    return app;
  }
  async function stopped(test: TestApp): Promise<void> {
    running.delete(test);
    await test.app.close();
  }
  const run = ({ app }: TestApp, progress: (step: string) => void = () => undefined) =>
    reencrypt(
      {
        dataSource: app.get(DataSource),
        secretBox: app.get(SecretBox, { strict: false }),
        files: app.get(FileStore, { strict: false }),
      },
      progress,
    );

  it('knows every encrypted column of the schema', async () => {
    const rows = await first.dataSource.query<{ name: string; isText: boolean }[]>(
      `select c.table_name || '.' || c.column_name as name, c.data_type = 'text' as "isText"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ '(^|_)sealed$' order by 1`,
    );
    const known = SEALED_COLUMNS.map(({ table, column, isText }) => ({ name: `${table}.${column}`, isText }));
    expect(known.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      rows.sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  inDepth('continues after an interruption, and leaves nothing that needs the old key', async () => {
    const member = await signedIn(first, acme);
    const { id, signers } = await sendRequest(acme.api, { draft: { type: 'advanced' } });
    const open = await sendRequest(acme.api, { signers: [{ email: 'ann@example.test', name: 'Ann Lee' }] });
    const visitor = await visitorOf(first, acme.organizationId, open.signers[0]!.id);
    await visitor.get('document');
    await visitor.post('entries', {});
    const verification = await beginVerification(first, acme, { firstName: 'Ann' });
    await verification.sendPhoto(await renderPassport({}, { background: 'desk' }));
    await acme.api.post('/api/v1/signatures', { type: 'fast' }, { headers: { 'idempotency-key': 'again' } });
    expect(member.cookies.size).toBeGreaterThan(0);
    const document = (await acme.api.get(`/api/v1/signatures/${id}/document`)).body;
    await stopped(first);

    const both = await restarted(NEW, OLD);
    let steps = 0;
    const stop = (step: string) => {
      if (step.startsWith('files') && ++steps === 2) throw new Error('interrupted');
    };
    await expect(run(both, stop)).rejects.toThrow('interrupted');
    const done = await run(both);
    expect(done).toMatchObject({ leftValues: 0, unreadableFiles: [], values: 0 });
    expect(done.files).toBeGreaterThan(0);
    expect(await run(both)).toEqual({ leftValues: 0, unreadableFiles: [], values: 0, files: 0 });
    await stopped(both);

    const after = await restarted(NEW);
    const api = new ApiClient(after.url, acme.apiKey);
    expect((await api.get(`/api/v1/signatures/${id}/document`)).body).toEqual(document);
    expect((await api.get(`/api/v1/identity-verifications/${verification.id}`)).body.sessionUrl).toMatch(
      /verify/,
    );
    const again = await visitorOf(after, acme.organizationId, open.signers[0]!.id);
    await again.get('document');
    expect((await again.sign()).location).toBe('/done');
    await until('it is sealed with the key that was encrypted anew', async () => {
      const { body } = await api.get(`/api/v1/signatures/${open.id}/status`);
      return body.status === 'completed';
    });
    expect(await visitorOf(after, acme.organizationId, signers[0]!.id)).toBeDefined();
  });

  it('stops at data that no key opens, and reports it', async () => {
    const stranger = await restarted(keyOf('3'));
    await expect(run(stranger)).rejects.toThrow('encrypted with a key that is not in ENCRYPTION_KEY');
  });
});
