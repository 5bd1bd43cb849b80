import { buffer } from 'node:stream/consumers';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { faultsIn } from '../../src/audit-chain/evidence-faults.js';
import { type EvidenceDocument2 } from '../../src/audit-chain/evidence-version-2.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { verifyFile } from '../../src/commands/verify-evidence.js';
import { zipStream } from '../../src/common/zip-stream.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { tablesNaming } from '../support/people-in-tables.js';
import { EMMY, LISE, OTTO, readersOf, sendWithRecipients } from '../support/recipients.js';
import { SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { shownOn } from '../support/signing-visitor.js';
import { publishedTemplate, RENT_TEMPLATE, TEMPLATES } from '../support/templates.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { attachedFile, pdfText } from '../support/validators.js';

const TEMPLATE = {
  ...RENT_TEMPLATE,
  roles: [
    { key: 'tenant', name: 'Tenant', action: 'sign', order: 2 },
    { key: 'legal', name: 'Legal', action: 'approve', order: 1 },
    { key: 'archive', name: 'Archive', action: 'copy', order: 1 },
  ],
};

describe('what remains of recipients', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const mailsLeft = async () =>
    (await test.dataSource.query<unknown[]>("select 1 from jobs where kind like 'mail.%'")).length;
  const completed = (path: string) =>
    until('it is completed', async () => (await acme.api.get(`${path}/status`)).body.status === 'completed');
  const certificateOf = async (path: string) =>
    (await acme.api.get(`${path}/certificate`)).body as unknown as Buffer;
  const shownActions = async (path: string) =>
    ((await acme.api.get(`${path}/recipients`)).body.items as { action: string; email: string }[]).map(
      ({ action, email }) => `${action} ${email}`,
    );

  it('is evidence of version 2, a section of the certificate, and found intact', async () => {
    const recipients = [EMMY, { ...LISE, required: true, order: 3 }, OTTO];
    const sent = await sendWithRecipients(test, acme, recipients, { signers: [ANNA, JONAS] });
    const [emmy, lise] = sent.readers;
    await emmy!.post('approve', { agree: 'yes' });
    for (const visitor of sent.visitors) await visitor.sign();
    const page = await lise!.get('document');
    await lise!.post('viewed', { shown: shownOn(page) });
    await completed(sent.path);

    const certificate = await certificateOf(sent.path);
    const evidence = readEvidence(attachedFile(certificate, 'evidence.json')) as EvidenceDocument2;
    expect(evidence.version).toBe(2);
    expect(evidence.recipients.map(({ action, email }) => [action, email])).toEqual([
      ['approve', EMMY.email],
      ['view', LISE.email],
      ['copy', OTTO.email],
    ]);
    expect(evidence.recipients.map(({ at }) => at === null)).toEqual([false, false, false]);
    expect(faultsIn(evidence, null)).toEqual([]);
    const { exitCode, lines } = await verifyFile(certificate, '');
    expect({ exitCode, lines: exitCode === 0 ? [] : lines }).toEqual({ exitCode: 0, lines: [] });
    const text = pdfText(certificate);
    for (const name of [EMMY.name, LISE.name, OTTO.name]) expect(text).toContain(name);
    // Two people sign, and the third has agreed to something else.
    expect(text.match(/Consented to sign electronically/g)).toHaveLength(2);
    expect(text.match(/Agreed to the statement of approval/g)).toHaveLength(1);

    // A certificate whose approver is said to be somebody else no longer fits its trail.
    const [first, ...others] = evidence.recipients;
    const changed = { ...evidence, recipients: [{ ...first!, action: 'view' as const }, ...others] };
    expect(faultsIn(changed, null)).not.toEqual([]);
  });

  it('is evidence of version 1 without any', async () => {
    const sent = await sendWithRecipients(test, acme, []);
    await sent.visitors[0]!.sign();
    await completed(sent.path);
    expect(readEvidence(attachedFile(await certificateOf(sent.path), 'evidence.json'))!.version).toBe(1);
  });

  it('is sent from a template, saved as one, and carried to a request like it', async () => {
    const template = await publishedTemplate(acme, TEMPLATE);
    const sent = await acme.api.post(`${template}/send`, {
      roles: {
        tenant: ANNA,
        legal: { email: EMMY.email, name: 'Emmy' },
        archive: { email: OTTO.email, name: 'Otto' },
      },
    });
    expect(sent).toMatchObject({ status: 201 });
    const path = `${SIGNATURES}/${String(sent.body.id)}`;
    const actions = [`approve ${EMMY.email}`, `copy ${OTTO.email}`];
    expect(await shownActions(path)).toEqual(actions);

    const saved = await acme.api.post(`${path}/template`, { name: 'Again' });
    expect(saved.status).toBe(201);
    const { body } = await acme.api.get(`${TEMPLATES}/${String(saved.body.id)}/definition`);
    expect((body.roles as { action: string }[]).map(({ action }) => action).sort()).toEqual([
      'approve',
      'copy',
      'sign',
    ]);
    expect(JSON.stringify(body)).not.toContain(EMMY.email);

    const [emmy] = await readersOf(test, { organizationId: acme.organizationId, id: Number(sent.body.id) });
    await emmy!.post('reject', { reason: 'Not this rent', confirmed: 'yes' });
    expect((await acme.api.get(`${path}/status`)).body.status).toBe('rejected');
  });

  it('is exported and erased with the person, while the chain stays whole', async () => {
    const grace = { email: 'grace@readers.test', name: 'Grace Unterwald', action: 'approve' };
    const sent = await sendWithRecipients(test, acme, [grace, OTTO]);
    await sent.readers[0]!.post('reject', { reason: 'Unterwald does not rent', confirmed: 'yes' });
    await until('all mails are sent', async () => (await mailsLeft()) === 0);
    const { organizationId } = acme;
    const words = ['Unterwald', grace.email];
    const found = () => tablesNaming(test.dataSource, words, organizationId);
    expect(await found()).toContain('request_recipients');
    const data = test.app.get(PersonalData);
    const key = { organizationId, email: grace.email };
    const exported = await buffer(zipStream(await data.export(key, operatorOf(organizationId))));
    expect(exported.length).toBeGreaterThan(1000);
    expect((await data.erase(key, operatorOf(organizationId))).requests).toEqual([sent.id]);
    expect(await found()).toEqual([]);
    expect(verifyChain(await trailOf(test.dataSource, sent.id)).isWhole).toBe(true);
  });
});
