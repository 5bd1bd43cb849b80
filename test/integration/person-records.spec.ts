import { buffer } from 'node:stream/consumers';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { unzip } from '../../src/common/zip-archive.js';
import { zipStream } from '../../src/common/zip-stream.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { SignatureDocument } from '../../src/signatures/documents/signature-document.entity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { tablesNaming } from '../support/people-in-tables.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { sendRequest } from '../support/samples.js';

const ZELDA = { email: 'Zelda.Quibble@people.test', name: 'Zelda Quibbleworth' };
const LIMITS = { maxFiles: 500, maxBytes: 100_000_000 };

describe('further records about a person', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization();
  });

  const data = () => test.app.get(PersonalData);
  const erase = () => {
    const { organizationId } = acme;
    return data().erase({ organizationId, email: ZELDA.email }, operatorOf(organizationId));
  };
  const examine = ({ organizationId } = acme) => data().examine({ organizationId, email: ZELDA.email });
  const found = ({ organizationId }: TestOrganization, words: string[]) =>
    tablesNaming(test.dataSource, words, organizationId);
  const exportedOf = async (email: string, { organizationId } = acme) => {
    const entries = await data().export({ organizationId, email }, operatorOf(organizationId));
    return unzip(await buffer(zipStream(entries)), LIMITS);
  };
  const exported = () => exportedOf(ZELDA.email);
  /** A working document, as the first signer of an advanced request leaves it. */
  const workingDocument = async (signatureId: number) => {
    const { organizationId } = acme;
    const storageKey = await test.app.get(FileStore, { strict: false }).put(organizationId, await textPdf());
    const facts = { mimeType: 'application/pdf', sha256: Buffer.alloc(32), sizeBytes: 1, pages: 1 };
    const row = { signatureId, organizationId, kind: 'working' as const, storageKey, ...facts };
    await test.dataSource.manager.insert(SignatureDocument, row);
    return row;
  };

  it('erases a document that some had signed before the request was cancelled', async () => {
    const draft = { type: 'advanced' };
    const { id } = await sendRequest(acme.api, { draft, signers: [ZELDA, { email: 'mira@people.test' }] });
    const { storageKey } = await workingDocument(id);
    await acme.api.delete(`/api/v1/signatures/${id}`);
    expect((await exported()).has(`requests/${id}/working.pdf`)).toBe(true);
    await erase();
    expect(await test.dataSource.manager.findBy(SignatureDocument, { signatureId: id })).toEqual([]);
    const files = test.app.get(FileStore, { strict: false });
    await expect(files.get(storageKey)).rejects.toThrow('cannot be read');
  });

  it('exports what reviewers wrote, and erases it even from pages that members read', async () => {
    const session = await caseWithoutPictures(test, acme, { email: ZELDA.email });
    const reviewer = await signedIn(test, acme, 'reviewer');
    await reviewing.open(reviewer, session);
    expect((await reviewing.reject(reviewer, session)).status).toBe(303);
    const note = `Spoke with ${ZELDA.name}`;
    expect((await reviewing.post(reviewer, session, 'notes', { note })).status).toBe(303);
    const folder = `verifications/${session.id}`;
    const before = await exported();
    const read = (name: string) => JSON.parse(before.get(`${folder}/${name}`)!.toString()) as object;
    expect(read('reviews.json')).toEqual({
      notes: [{ words: note, createdAt: expect.any(String) }],
      votes: [
        {
          round: 1,
          result: 'rejected',
          reason: expect.stringContaining('Not her.'),
          votedAt: expect.any(String),
        },
      ],
    });
    expect(before.get(`${folder}/reviews.json`)!.toString()).not.toContain('@');
    await erase();
    const after = await exportedOf(`erased-${session.id}@erased.invalid`);
    const written = JSON.parse(after.get(`${folder}/reviews.json`)!.toString()) as object;
    expect(written).toMatchObject({ notes: [{ words: 'erased' }], votes: [{ reason: 'erased' }] });
    expect(await found(acme, ['Spoke with', 'Not her'])).toEqual([]);
    const { html } = await reviewer.get(`reviews/${session.id}`);
    expect(html).not.toMatch(/Spoke with|Not her/);
  });

  it('erases an invited person and voids the link, and leaves the invitations of other organizations', async () => {
    const other = await test.createOrganization();
    const owner = await signedIn(test, acme);
    const stranger = await signedIn(test, other);
    for (const member of [owner, stranger])
      await member.send('people/invite', { email: ZELDA.email, role: 'reviewer' });
    const before = await exported();
    const invitations = JSON.parse(before.get('member/invitations.json')!.toString()) as object[];
    expect(invitations).toMatchObject([{ email: ZELDA.email, role: 'reviewer', closedAt: null }]);
    expect(before.get('member/invitations.json')!.toString()).not.toMatch(/token/i);
    const report = await erase();
    expect(report.invitations).toHaveLength(1);
    expect(await examine()).toMatchObject({ invitations: [] });
    expect(await found(acme, [ZELDA.email])).toEqual([]);
    expect(await examine(other)).toMatchObject({ invitations: [expect.any(Number)] });
    expect((await owner.get('people')).html).not.toContain(ZELDA.email);
  });

  it('exports a member with account and sessions, but no secret and nothing of other organizations', async () => {
    await signedIn(test, acme);
    const files = await exportedOf(acme.ownerEmail);
    const account = JSON.parse(files.get('member/account.json')!.toString()) as object;
    expect(account).toMatchObject({
      email: acme.ownerEmail,
      hasPassword: true,
      hasSecondStep: false,
      passkeys: [],
      signOns: [],
      memberships: [{ id: acme.userId, role: 'owner', removedAt: null }],
    });
    expect(account).toHaveProperty('sessions.0.address');
    expect(files.get('member/account.json')!.toString()).not.toMatch(/hash|token|sealed/i);
    const elsewhere = await test.createOrganization();
    const others = await exportedOf(acme.ownerEmail, elsewhere);
    expect([...others.keys()]).toEqual(['about.json']);
  });
});
