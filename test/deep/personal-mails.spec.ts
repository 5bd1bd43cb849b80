import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { RequestRemoval } from '../../src/signatures/retention/internal/request-removal.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { beginShortVerification } from '../support/verifications.js';

const ZELDA = { email: 'zelda.outbox@people.test', name: 'Zelda Outboxworth' };
const MIRA = { email: 'mira.outbox@people.test', name: 'Mira Outboxter' };

describe('mails in the outbox', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization();
  });

  /** Recipients and subjects of an organization's mails, once this many have been written. */
  async function mailsOf({ organizationId }: TestOrganization, count: number): Promise<string[]> {
    const folder = join(test.settings.dataDir, 'outbox');
    const read = async () => {
      // The folder does not exist before the first mail.
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const mails = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
      return mails.filter((mail) => mail.startsWith(`X-Reason: {"organizationId":${organizationId},`));
    };
    await until(`there are ${count} mails`, async () => (await read()).length >= count);
    const parsed = await Promise.all((await read()).map((mail) => simpleParser(mail)));
    return parsed.map(({ to, subject }) => `${[to].flat()[0]!.value[0]!.address} ${subject}`).sort();
  }

  const erase = (person = ZELDA, { organizationId } = acme) =>
    test.app.get(PersonalData).erase({ organizationId, email: person.email }, operatorOf(organizationId));

  /** A request that both have signed, with an invitation and a completion mail for each of them. */
  async function signedByBoth(owner = acme): Promise<number> {
    const { id, signers } = await sendRequest(owner.api, {
      signers: [ZELDA, MIRA],
      subject: `Lease of ${ZELDA.name}`,
    });
    // A signer who has signed meanwhile gets no invitation.
    await mailsOf(owner, signers.length);
    for (const signer of signers) await (await visitorOf(test, owner.organizationId, signer.id)).sign();
    return id;
  }

  it('removes the mails about a request to all recipients, and keeps those of others', async () => {
    const other = await test.createOrganization();
    await signedByBoth(other);
    await signedByBoth();
    expect(await mailsOf(acme, 4)).toHaveLength(4);
    const others = await mailsOf(other, 4);
    const { id: open } = await sendRequest(acme.api, { signers: [ZELDA], subject: 'Open' });
    const { id: foreign } = await sendRequest(acme.api, { signers: [MIRA], subject: 'Foreign' });
    await mailsOf(acme, 6);

    await erase();
    const left = [`${MIRA.email} Foreign`, `${ZELDA.email} Open`];
    expect(await mailsOf(acme, 0)).toEqual(left);
    expect(await mailsOf(other, 0)).toEqual(others);
    for (const id of [open, foreign]) await acme.api.delete(`${SIGNATURES}/${id}`);
    await mailsOf(acme, 4);
    await erase();
    expect(await mailsOf(acme, 0)).toEqual([expect.stringContaining(MIRA.email), left[0]]);
  });

  it('removes the mails about a verification and an invitation', async () => {
    const owner = await signedIn(test, acme);
    const verification = await beginShortVerification(test, acme, ZELDA);
    await owner.send('people/invite', { email: ZELDA.email, role: 'admin' });
    await owner.send('people/invite', { email: MIRA.email, role: 'admin' });
    await mailsOf(acme, 3);
    await verification.person.post('/cancel');
    await erase();
    expect(await mailsOf(acme, 0)).toEqual([expect.stringContaining(MIRA.email)]);
  });

  it('removes mails when the contents of a request are removed', async () => {
    const { organizationId } = acme;
    const signatureId = await signedByBoth();
    await mailsOf(acme, 4);
    await test.app.get(RequestRemoval, { strict: false }).removeEnded({ organizationId, signatureId });
    expect(await mailsOf(acme, 0)).toEqual([]);
  });
});
