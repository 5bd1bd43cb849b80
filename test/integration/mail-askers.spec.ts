import { randomUUID } from 'node:crypto';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { Mailbox, type ReceivedMail } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { sendRequest, visitorOf } from '../support/signing-requests.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { type Fields } from '../support/visitor.js';

const NO_FILE = { name: '', bytes: Buffer.alloc(0) };
const CONTACT = { name: 'Acme', address: 'desk@acme.test' };

describe('who asks in emails, and where they are answered', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let dana: DashboardMember;
  let lease: { name: string; bytes: Buffer };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    dana = await signedIn(test, acme, 'admin');
    await dana.send('account/name', { name: 'Dana Ruiz' }, 'account');
    lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
  });

  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const address = (name: string) => `${name}-${randomUUID()}@signers.test`;
  const answersTo = ({ replyTo }: ReceivedMail) => replyTo?.value;

  async function sendByHand(member: DashboardMember, fields: Fields): Promise<number> {
    const { location } = await member.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const page = location!.replace(/^\/(.*)\/signers$/, '$1');
    expect((await member.send(`${page}/signers`, fields)).location).toBe(`/${page}/fields`);
    expect((await member.send(`${page}/send`, {}, `${page}/check`)).location).toBe(`/${page}?done=sent`);
    return Number(page.split('/')[1]);
  }
  const saveContact = (contactEmail: string) =>
    dana.upload('settings', { name: 'Acme', color: '', contactLine: '', locale: '', contactEmail }, NO_FILE);

  it('names the member who sends by hand, who gets the answers, and who else signs', async () => {
    const [anna, jonas] = [address('anna'), address('jonas')];
    const id = await sendByHand(dana, {
      ...{ 'email-0': anna, 'person-0': 'Anna', 'language-0': 'de', 'email-1': jonas, 'person-1': '' },
      ...{ expires: '2099-03-14', expiresTime: '17:00' },
    });
    const german = await mailbox.waitForMailTo(anna);
    expect(german.subject).toBe('Dana Ruiz von Acme bittet Sie, „Lease“ zu unterzeichnen');
    expect(german.text).toContain('Dana Ruiz von Acme bittet Sie, dieses Dokument zu lesen');
    expect(german.text).toContain('wenden Sie sich an Dana Ruiz von Acme.');
    expect(german.text).toContain(`Es unterzeichnen außerdem: ${jonas}.`);
    expect(german.text).toContain('14. März 2099 um 17:00 UTC');
    expect(german.from!.value).toEqual([{ name: 'Acme', address: 'no-reply@countersign.test' }]);
    const english = await mailbox.waitForMailTo(jonas);
    expect(english.subject).toBe('Dana Ruiz of Acme asks you to sign “Lease”');
    expect(english.text).toContain('Dana Ruiz of Acme asks you to review and sign this document.');
    expect(english.text).toContain('Also signing: Anna.');
    expect(english.html).toContain('Also signing: Anna.');
    expect(english.text).toContain('March 14, 2099 at 5:00 PM UTC');
    for (const mail of [german, english])
      expect(answersTo(mail)).toEqual([{ name: 'Dana Ruiz', address: dana.email }]);

    await dana.send(`signatures/${id}/cancel`, {}, `signatures/${id}`);
    const cancelled = await mailbox.waitForMailTo(jonas, /Cancelled/);
    expect(cancelled.text).toContain('Dana Ruiz of Acme has cancelled the request');
    expect(answersTo(cancelled)).toEqual([{ name: 'Dana Ruiz', address: dana.email }]);
  });

  it('names the member who uses a template, who gets the answers', async () => {
    const tenant = address('tenant');
    const page = (await publishedTemplate(acme, RENT_TEMPLATE)).replace('/api/v1/', '');
    const { location } = await dana.send(`${page}/use`, { 'email-0': tenant, 'person-0': 'Tom Tenant' });
    expect(location).toMatch(/done=sent$/);
    const mail = await mailbox.waitForMailTo(tenant);
    expect(mail.subject).toBe('Dana Ruiz of Acme asks you to sign “Lease.pdf”');
    expect(mail.text).toContain('Dana Ruiz of Acme asks you to review and sign this document.');
    expect(answersTo(mail)).toEqual([{ name: 'Dana Ruiz', address: dana.email }]);
  });

  it('shows a name given for the sender as it is, and quotes names so that they add no header', async () => {
    const member = await signedIn(test, acme, 'admin');
    const name = 'Ann "A" Öz, <x@evil.test>';
    await member.send('account/name', { name: `${name}\r\nBcc: y@evil.test` }, 'account');
    await member.send('account/name', { name }, 'account');
    const anna = address('anna');
    await sendByHand(member, { 'email-0': anna, 'person-0': 'Anna', senderName: 'Legal, "Acme"' });
    const mail = await mailbox.waitForMailTo(anna);
    expect(mail.subject).toBe('Legal, "Acme" asks you to sign “Lease”');
    expect(mail.text).not.toContain('Ann "A"');
    expect(answersTo(mail)).toEqual([{ name, address: member.email }]);
    expect(mail.recipients).toEqual([anna]);
    expect([mail.headers.has('bcc'), mail.headers.has('cc')]).toEqual([false, false]);
  });

  it('sends answers to what a program sent to the organization’s contact, if it has one', async () => {
    const [anna, ben, ...more] = ['anna', 'ben', 'cleo', 'dora', 'emil', 'fay'].map(address);
    const signers = [anna!, ben!, ...more].map((email, index) => ({
      email,
      name: index === 2 ? 'Cleo' : '',
    }));
    await sendRequest(test, acme, 'fast', signers);
    const before = await mailbox.waitForMailTo(anna!);
    expect(before.subject).toBe('Acme asks you to sign “Lease agreement”');
    expect(answersTo(before)).toBeUndefined();
    expect(before.text).toContain(`Also signing: ${ben!}, Cleo, ${more[1]!}, and 2 more.`);

    expect((await saveContact('desk@acme.test')).location).toBe('/settings?saved=yes');
    expect((await saveContact('desk@acme.test, x@evil.test')).status).toBe(400);
    expect((await saveContact(CONTACT.address)).location).toBe('/settings?saved=yes');
    const later = address('anna');
    await sendRequest(test, acme, 'fast', [{ email: later }], { senderName: 'Ruiz & Sons' });
    const after = await mailbox.waitForMailTo(later);
    expect(after.subject).toBe('Ruiz & Sons asks you to sign “Lease agreement”');
    expect(after.text).not.toContain('Also signing');
    expect(answersTo(after)).toEqual([CONTACT]);
  });

  it('sends answers to each later email about a request to the same person', async () => {
    const [anna, mira, jonas] = [address('anna'), address('mira'), address('jonas')];
    const signers = [
      { email: anna, name: 'Anna', order: 1 },
      { email: jonas, name: 'Jonas', order: 2 },
    ];
    await saveContact(CONTACT.address);
    const { id, signerIds, visitors } = await sendRequest(test, acme, 'fast', signers, {
      allowHandOver: true,
    });
    await dana.send(`signatures/${id}/signers/${signerIds[0]}/remind`, {}, `signatures/${id}`);
    expect(answersTo(await mailbox.waitForMailTo(anna, /^Reminder/))).toEqual([CONTACT]);
    const form = { person: 'Mira Okafor', email: mira, reason: 'I am on leave until May.' };
    await visitors[0]!.post('hand-over', form);
    expect(answersTo(await mailbox.waitForMailTo(mira, /in somebody else’s place/))).toEqual([CONTACT]);
    await (await visitorOf(test, acme.organizationId, signerIds[0]!)).sign();
    expect(answersTo(await mailbox.waitForMailTo(jonas, /^It’s your turn/))).toEqual([CONTACT]);
    await visitors[1]!.sign();
    for (const signer of [mira, jonas])
      expect(answersTo(await mailbox.waitForMailTo(signer, /^Completed/))).toEqual([CONTACT]);

    const late = await sendRequest(test, acme, 'advanced', [{ email: anna, name: 'Anna' }], {
      expiresDate: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await late.visitors[0]!.post('code/send');
    expect(answersTo(await mailbox.waitForMailTo(anna, /^Your code/))).toEqual([CONTACT]);
    await test.database.moveClock('2 hours');
    test.app.get(JobQueue).ring();
    expect(answersTo(await mailbox.waitForMailTo(anna, /^Not signed in time/))).toEqual([CONTACT]);
  });

  it('tells times in the zone of the organization, to everybody', async () => {
    const tokyo = await test.createOrganization({ name: 'Tokyo' });
    const member = await signedIn(test, tokyo);
    const form = { name: 'Tokyo', timeZone: 'Asia/Tokyo', color: '', contactLine: '', locale: '' };
    expect(await member.upload('settings', form, NO_FILE)).toMatchObject({ status: 303 });
    const anna = address('anna');
    await sendRequest(test, tokyo, 'fast', [{ email: anna }], { expiresDate: '2099-03-14T17:00:00Z' });
    const { text, html } = await mailbox.waitForMailTo(anna);
    for (const words of [text, html]) expect(words).toContain('March 15, 2099 at 2:00 AM GMT+9');
  });

  it('names no member who was removed, whose answers go to the contact', async () => {
    await saveContact(CONTACT.address);
    const member = await signedIn(test, acme, 'admin');
    await member.send('account/name', { name: 'Gone Person' }, 'account');
    const anna = address('anna');
    const id = await sendByHand(member, { 'email-0': anna, 'person-0': 'Anna' });
    expect((await mailbox.waitForMailTo(anna)).subject).toContain('Gone Person of Acme');
    await test.dataSource.query(
      `update users set removed_at = app_now() where organization_id = $1
         and account_id = (select id from accounts where email = $2)`,
      [acme.organizationId, member.email],
    );
    await dana.send(`signatures/${id}/cancel`, {}, `signatures/${id}`);
    const mail = await mailbox.waitForMailTo(anna, /Cancelled/);
    expect(mail.text).not.toContain('Gone Person');
    expect(answersTo(mail)).toEqual([CONTACT]);
  });

  it('names who asks for an identity check in the same way', async () => {
    await saveContact(CONTACT.address);
    const [byHand, byProgram] = [address('anna'), address('anna')];
    await dana.send('verifications/new', { person: 'Anna Eriksson', email: byHand });
    const asked = await mailbox.waitForMailTo(byHand);
    expect(asked.subject).toBe('Dana Ruiz of Acme asks you to confirm your identity');
    expect(answersTo(asked)).toEqual([{ name: 'Dana Ruiz', address: dana.email }]);
    const body = { name: 'Anna Eriksson', email: byProgram, callbackUrl: 'https://caller.example/back' };
    await acme.api.post('/api/v1/identity-verifications', body);
    const called = await mailbox.waitForMailTo(byProgram);
    expect(called.subject).toBe('Acme asks you to confirm your identity');
    expect(answersTo(called)).toEqual([CONTACT]);
  });
});
