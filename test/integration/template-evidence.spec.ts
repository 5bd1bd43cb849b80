import { faultsIn } from '../../src/audit-chain/evidence-faults.js';
import { isAsInTemplate } from '../../src/audit-chain/evidence-template.js';
import { type EvidenceDocument2 } from '../../src/audit-chain/evidence-version-2.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signForm } from '../support/request-forms.js';
import { SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { PEOPLE, publishedTemplate } from '../support/templates.js';
import { until } from '../support/until.js';
import { attachedFile } from '../support/validators.js';

describe('the evidence of a request from a template', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let version: { sha256: string; documents: { sha256: string; originalSha256: string }[] };
  let evidence: EvidenceDocument2;
  let template: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    const path = await publishedTemplate(acme);
    version = (await acme.api.get(`${path}/versions/1`)).body;
    const { body: sent } = await acme.api.post(`${path}/send`, {
      roles: PEOPLE,
      values: { rent: '1200', married: false },
      readOnly: ['rent'],
    });
    ({ evidence, template } = await completed(sent));
  }, 300_000);

  /** Both people fill in the lease and sign it. */
  async function completed(sent: { id: number; signers: { id: number }[] }) {
    const request = `${SIGNATURES}/${sent.id}`;
    const entered: Record<string, string>[] = [{ 'entry-married': '' }, { 'entry-heating': '1' }];
    for (const [index, entries] of entered.entries()) {
      const visitor = await visitorOf(test, acme.organizationId, sent.signers[index]!.id);
      await signForm(visitor, entries);
    }
    return papersOf(request);
  }

  async function papersOf(request: string) {
    await until(
      'it is completed',
      async () => (await acme.api.get(`${request}/status`)).body.status === 'completed',
    );
    const { body: certificate } = await acme.api.get(`${request}/certificate`);
    return {
      evidence: readEvidence(attachedFile(certificate, 'evidence.json')) as EvidenceDocument2,
      template: attachedFile(certificate, 'template.json'),
    };
  }

  it('has the template attached, and every statement agrees', () => {
    const [document] = version.documents;
    expect(evidence).toMatchObject({ version: 2, template: { version: 1, sha256: version.sha256 } });
    expect(evidence.documents).toMatchObject([
      { n: 1, originalSha256: document!.originalSha256, presentedSha256: document!.sha256 },
    ]);
    expect(sha256(template).toString('hex')).toBe(version.sha256);
    expect(faultsIn(evidence, template)).toEqual([]);
    expect(isAsInTemplate(evidence, template)).toBe(true);
  });

  it('says that the form was edited in the draft', async () => {
    const path = await publishedTemplate(acme);
    const { body: draft } = await acme.api.post(`${path}/drafts`, {
      roles: PEOPLE,
      values: { rent: '1200' },
    });
    const request = `${SIGNATURES}/${draft.id}`;
    const { roles, fields, signers: people } = (await acme.api.get(`${request}/form`)).body;
    const edited = fields.map((field: { key: string }) =>
      field.key === 'rent' ? { ...field, label: 'Rent and heating' } : field,
    );
    const put = await acme.api.put(`${request}/form`, { roles, fields: edited, signers: people });
    expect(put.status).toBe(200);
    const signers = Object.values(PEOPLE).map((person, order) => ({ ...person, order }));
    const { body: sent } = await acme.api.post(`${request}/send`, { signers });
    const made = await completed(sent);
    expect(faultsIn(made.evidence, made.template)).toEqual([]);
    expect(isAsInTemplate(made.evidence, made.template)).toBe(false);
  });

  it('names the template also where its form was taken away from the draft', async () => {
    const path = await publishedTemplate(acme);
    const { body: draft } = await acme.api.post(`${path}/drafts`, { roles: PEOPLE });
    const request = `${SIGNATURES}/${draft.id}`;
    expect((await acme.api.delete(`${request}/form`)).status).toBe(200);
    const { email } = PEOPLE.tenant;
    const place = { signerEmail: email, kind: 'text', label: 'Rent', page: 1, x: 72, y: 200 };
    const fields = [{ ...place, width: 200, height: 20 }];
    const placed = await acme.api.put(`${request}/document/fields`, { fields });
    expect([placed.status, placed.body.code]).toEqual([200, undefined]);
    const { body: sent } = await acme.api.post(`${request}/send`, {
      signers: [{ ...PEOPLE.tenant, order: 1 }],
    });
    const visitor = await visitorOf(test, acme.organizationId, sent.signers[0].id);
    await visitor.sign({ [`field-${placed.body.items[0].id}`]: '1200' });
    const made = await papersOf(request);
    const { body: origin } = await acme.api.get(`${request}/template`);
    expect(made.evidence).toMatchObject({
      version: 2,
      form: null,
      template: { id: origin.templateId, version: 1, sha256: origin.sha256 },
    });
    expect(sha256(made.template).toString('hex')).toBe(origin.sha256);
    expect(faultsIn(made.evidence, made.template)).toEqual([]);
    expect(isAsInTemplate(made.evidence, made.template)).toBe(false);
    const other = structuredClone(made.evidence);
    other.documents[0]!.originalSha256 = '0'.repeat(64);
    expect(faultsIn(other, made.template).map(({ place }) => place)).toEqual(['documents[0].originalSha256']);
  });

  it.each<[string, string, string]>([
    ['a place of a field', '"x":72', '"x":73'],
    ['an option of sending', '"expiresInDays":30', '"expiresInDays":31'],
    ['the digest of the document', '"pages":2', '"pages":3'],
  ])('names the template whose copy has another value for %s', (_what, from, to) => {
    const text = template.toString();
    expect(text).toContain(from);
    const changed = Buffer.from(text.replace(from, to));
    expect(faultsIn(evidence, changed).map(({ place }) => place)).toEqual(['template.json']);
  });

  it('names the one statement that was changed', () => {
    const places = [
      ['template.version', (copy: EvidenceDocument2) => (copy.template!.version = 2)],
      [
        'documents[0].originalSha256',
        (copy: EvidenceDocument2) => (copy.documents[0]!.originalSha256 = '0'.repeat(64)),
      ],
    ] as const;
    for (const [place, change] of places) {
      const copy = structuredClone(evidence);
      change(copy);
      expect(faultsIn(copy, template).map((fault) => fault.place)).toEqual([place]);
    }
    expect(faultsIn(evidence, null).map(({ place }) => place)).toEqual(['template.json']);
  });
});
