import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { type ChainedEvent } from '../../src/audit-chain/audit-chain.js';
import { faultsIn } from '../../src/audit-chain/evidence-faults.js';
import { type EvidenceDocument2 } from '../../src/audit-chain/evidence-version-2.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { valueContext } from '../../src/signatures/form/request-forms.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { LANDLORD, LEASE, sendForm, type SentForm, signForm, TENANT } from '../support/request-forms.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { attachedFile, pdfText } from '../support/validators.js';

describe('requests with forms, once they are sent', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let lease: SentForm;

  const file = async (path: string) => (await acme.api.get(path)).body as Buffer;
  const status = async (path: string) => (await acme.api.get(`${path}/status`)).body.status as string;
  const text = async (path: string) => (await file(path)).toString();
  const evidenceOf = async ({ path }: SentForm) =>
    readEvidence(attachedFile(await file(`${path}/certificate`), 'evidence.json')) as EvidenceDocument2;
  const dataOf = (trail: readonly ChainedEvent[], type: string) =>
    trail.find((event) => event.type === type)!.data;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    lease = await sendForm(test, acme);
    expect((await acme.api.get(`${lease.path}/form-data`)).body).toEqual({ items: [] });
    await signForm(lease.tenant, { 'entry-rent': '1234.5', 'entry-married': '' });
    await signForm(lease.landlord, { 'entry-heating': '1' });
    await until('the request is completed', async () => (await status(lease.path)) === 'completed');
  }, 300_000);

  it('draws what was filled in, and nothing of what was hidden', async () => {
    const drawn = pdfText(await file(`${lease.path}/document/signed`));
    for (const each of ['Terms of the lease', 'Lagerstraße 4', '1,234.50', '3,703.50', 'Heat pump'])
      expect(drawn).toContain(each);
    expect(drawn).not.toContain('Spouse');
  });

  it('gives back what was signed as JSON, CSV and XFDF', async () => {
    const { items } = (await acme.api.get(`${lease.path}/form-data`)).body as {
      items: Record<string, unknown>[];
    };
    expect(items.map(({ key, value, signerEmail }) => [key, value, signerEmail])).toEqual([
      ['address', 'Lagerstraße 4', TENANT.email],
      ['rent', '1234.5', TENANT.email],
      ['married', false, TENANT.email],
      ['deposit', '3703.5', TENANT.email],
      ['heating', 'pump', LANDLORD.email],
    ]);
    const { form } = await evidenceOf(lease);
    const digests = form!.signers.flatMap(({ values }) => values);
    for (const { key, sha256 } of items) expect(digests).toContainEqual({ key, sha256 });
    const csv = await text(`${lease.path}/form-data?format=csv`);
    expect(csv).toContain('"rent","number","Monthly rent","1234.5"');
    const xfdf = await text(`${lease.path}/form-data?format=xfdf`);
    expect(xfdf).toContain('<field name="heating"><value>pump</value></field>');
    expect(xfdf).toContain('<field name="married"><value>Off</value></field>');
    expect((await acme.api.get(`${lease.path}/form-data?format=xml`)).status).toBe(400);
  });

  it('keeps values encrypted, and out of the audit trail', async () => {
    const rows = await test.dataSource.query<{ sealed: Buffer }[]>(
      'select sealed from form_values where signature_id = $1',
      [lease.id],
    );
    expect(rows).toHaveLength(6);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/1234\.5|Lager/);
    const trail = JSON.stringify(await trailOf(test.dataSource, lease.id));
    for (const value of ['1234.5', '3703.5', 'Lager', '"pump"']) expect(trail).not.toContain(value);
    const entered = await test.dataSource.query<object[]>(
      'select value from signature_fields where signature_id = $1 and value is not null',
      [lease.id],
    );
    expect(entered).toEqual([]);
  });

  it('writes evidence of version 2, in which every statement agrees', async () => {
    const evidence = await evidenceOf(lease);
    expect(evidence).toMatchObject({ version: 2, template: null, recipients: [], frames: [] });
    expect(
      evidence.form!.signers.map(({ values, hidden }) => [values.map(({ key }) => key), hidden]),
    ).toEqual([
      [['address', 'deposit', 'married', 'rent'], ['spouse']],
      [['heating'], []],
    ]);
    expect(faultsIn(evidence, null)).toEqual([]);
    expect(dataOf(evidence.events, 'sent')).toMatchObject({
      formSha256: evidence.form!.definitionSha256,
      signers: evidence.signers.map(({ id }) => id),
      recipients: [],
    });
  });

  it.each<[string, (evidence: EvidenceDocument2) => void]>([
    ['form.definitionSha256', ({ form }) => (form!.definitionSha256 = 'ab'.repeat(32))],
    [
      'form.signers[0].values[3].sha256',
      ({ form }) => (form!.signers[0]!.values[3]!.sha256 = 'ab'.repeat(32)),
    ],
    ['form.signers[1].hidden', ({ form }) => form!.signers[1]!.hidden.push('spouse')],
    ['documents[0].originalSha256', ({ documents }) => (documents[0]!.originalSha256 = 'ab'.repeat(32))],
    ['documents[0].presentedSha256', ({ documents }) => (documents[0]!.presentedSha256 = 'ab'.repeat(32))],
    ['documents[0].signedSha256', ({ documents }) => (documents[0]!.signedSha256 = 'ab'.repeat(32))],
    ['documents[0].pages', ({ documents }) => (documents[0]!.pages += 1)],
    ['signers[0].method', ({ signers }) => (signers[0]!.method = 'drawn')],
  ])('names %s where it was changed', async (place, change) => {
    const evidence = await evidenceOf(lease);
    change(evidence);
    expect(faultsIn(evidence, null).map((fault) => fault.place)).toEqual([place]);
  });

  it('hides the request from others', async () => {
    const stranger = await test.createOrganization();
    for (const path of ['form', 'form-data'])
      expect((await stranger.api.get(`${lease.path}/${path}`)).status).toBe(404);
    expect((await stranger.api.put(`${lease.path}/form`, LEASE)).status).toBe(404);
    expect((await stranger.api.put(`${lease.path}/form/values`, { values: {} })).status).toBe(404);
    expect((await stranger.api.delete(`${lease.path}/form`)).status).toBe(404);
  });

  it('does not seal a value that is not what was signed', async () => {
    const { id, path, tenant, landlord } = await sendForm(test, acme);
    await signForm(tenant, { 'entry-rent': '900', 'entry-married': '' });
    const sealed = test.app.get(SecretBox).seal(Buffer.from('"90"'), valueContext(id, 'signer', 'rent'));
    await test.dataSource.query(
      `update form_values set sealed = $2 where signature_id = $1 and field_key = 'rent'`,
      [id, sealed],
    );
    await signForm(landlord, { 'entry-heating': '0' });
    await until('the failure is recorded', async () => {
      const [row] = await test.dataSource.query<{ count: number }[]>(
        'select count(*)::int as count from seal_failures where signature_id = $1',
        [id],
      );
      return row!.count > 0;
    });
    expect(await status(path)).not.toBe('completed');
  }, 120_000);

  it('erases what a person filled in, and keeps the digests', async () => {
    const { organizationId } = acme;
    const before = dataOf(await trailOf(test.dataSource, lease.id), 'signed');
    await test.app
      .get(PersonalData)
      .erase({ organizationId, email: TENANT.email }, operatorOf(organizationId));
    const left = await test.dataSource.query<{ key: string }[]>(
      'select field_key as key from form_values where signature_id = $1',
      [lease.id],
    );
    expect(left).toEqual([{ key: 'heating' }]);
    const { form, salt } = dataOf(await trailOf(test.dataSource, lease.id), 'signed');
    expect(form).toEqual(before.form);
    expect(salt).toBeUndefined();
    const { items } = (await acme.api.get(`${lease.path}/form-data`)).body as { items: { key: string }[] };
    expect(items.map(({ key }) => key)).toEqual(['heating']);
  });
});
