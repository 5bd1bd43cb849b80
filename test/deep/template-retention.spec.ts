import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { RequestRetention } from '../../src/signatures/retention/request-retention.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { SIGNATURES } from '../support/samples.js';
import { LEASE_TEMPLATE, PEOPLE, publishedTemplate, TEMPLATES } from '../support/templates.js';
import { until } from '../support/until.js';

/** Without a deadline, so that its requests stay open. */
const TEMPLATE = { ...LEASE_TEMPLATE, options: { type: 'fast', subject: 'Your lease' } };

describe('the files of templates', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test?.close());

  const get = <Service>(type: new (...parts: never[]) => Service) => test.app.get(type, { strict: false });
  const statusOf = async (path: string) => (await acme.api.get(path)).status;
  const keep = (documentRetentionDays: number) =>
    get(RequestRetention).set(operatorOf(acme.organizationId), {
      documentRetentionDays,
      draftRetentionDays: null,
    });
  const removalsDone = () =>
    until('nothing is left to remove', async () => {
      const kinds = ['signature.remove', 'template.remove-files', 'files.delete'];
      const left = await test.dataSource.query<unknown[]>('select from jobs where kind = any($1)', [kinds]);
      return left.length === 0;
    });
  /** Moves on to a day on which what is due is removed. */
  async function nextLook(later: string): Promise<void> {
    await test.database.moveClock(later);
    await get(RequestRetention).check();
    await removalsDone();
  }

  async function template(): Promise<{ path: string; keys: string[] }> {
    const path = await publishedTemplate(acme, TEMPLATE);
    const rows = await test.dataSource.query<{ key: string }[]>(
      'select distinct storage_key as key from shared_files where organization_id = $1',
      [acme.organizationId],
    );
    expect(rows.length).toBeGreaterThan(0);
    return { path, keys: rows.map(({ key }) => key) };
  }

  async function send(path: string): Promise<string> {
    const { status, body } = await acme.api.post(`${path}/send`, { roles: PEOPLE });
    expect(status).toBe(201);
    return `${SIGNATURES}/${body.id}`;
  }

  const exist = async (keys: readonly string[]) => {
    for (const key of keys) expect((await get(FileStore).get(key)).length).toBeGreaterThan(0);
  };
  const areGone = async (keys: readonly string[]) => {
    for (const key of keys) await expect(get(FileStore).get(key)).rejects.toThrow('cannot be read');
  };

  it('stay while a request needs them, whoever is erased and whatever is removed before', async () => {
    const { path, keys } = await template();
    const [first, second] = [await send(path), await send(path)];
    await acme.api.delete(first);
    const { organizationId } = acme;
    await get(PersonalData).erase({ organizationId, email: PEOPLE.tenant.email }, operatorOf(organizationId));
    await removalsDone();
    expect(await statusOf(`${second}/document`)).toBe(200);
    expect(await statusOf(`${path}/versions/1/documents/1`)).toBe(200);

    expect((await acme.api.delete(path)).body).toMatchObject({ state: 'archived' });
    await keep(30);
    await nextLook('31 days');
    await exist(keys);
    expect(await statusOf(`${second}/document`)).toBe(200);

    await acme.api.delete(second);
    await nextLook('31 days');
    await nextLook('25 hours');
    await areGone(keys);
    expect(await statusOf(`${path}/versions/1/documents/1`)).toBe(404);
    expect((await acme.api.get(`${path}/versions/1`)).body).toMatchObject({ number: 1, documents: [] });
  }, 180_000);

  it('stay while the template is not archived, or a duplicate has them', async () => {
    const { path, keys } = await template();
    await keep(30);
    await nextLook('40 days');
    await exist(keys);
    const { body: copy } = await acme.api.post(`${path}/duplicate`, {});
    await acme.api.delete(path);
    await nextLook('31 days');
    await exist(keys);
    expect(await statusOf(`${path}/versions/1/documents/1`)).toBe(404);
    const published = await acme.api.post(`${TEMPLATES}/${copy.id}/publish`, {});
    expect(published.status).toBe(200);
    await send(`${TEMPLATES}/${copy.id}`);
  }, 180_000);

  it('are removed without any request as well', async () => {
    const { path, keys } = await template();
    await acme.api.delete(path);
    await keep(30);
    await nextLook('29 days');
    await exist(keys);
    await nextLook('2 days');
    await areGone(keys);
  }, 180_000);
});
