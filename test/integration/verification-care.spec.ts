import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { until } from '../support/until.js';

describe('a verification whose link waits for its person, at the dashboard', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const begin = async (email = `anna-${randomUUID()}@example.com`) => {
    const { location } = await owner.send('verifications/new', { person: 'Anna Eriksson', email });
    const page = location!.slice(1);
    const { body } = await acme.api.get(`/api/v1/identity-verifications/${page.split('/')[1]}`);
    return { page, email, url: String(body.sessionUrl) };
  };
  const says = (page: string, words: string) =>
    until(`${page} says ${words}`, async () => (await owner.get(page)).html.includes(words));
  const recorded = async (page: string, type: string): Promise<number> => {
    const rows = await test.dataSource.query<unknown[]>(
      'select from activity_events where organization_id = $1 and type = $2 and subject_id = $3',
      [acme.organizationId, type, page.split('/')[1]],
    );
    return rows.length;
  };
  const mailsTo = (email: string) => mailbox.mails.filter(({ recipients }) => recipients.includes(email));

  it('sends the link again, once for each form, and says to whom and when', async () => {
    const { page, email, url } = await begin();
    await says(page, `The email to ${email} was sent.`);
    const form = await owner.get(page);
    expect(form.html).toContain('Expires in 23 hours');
    const fields: [string, string][] = [['formToken', formTokenIn(form)!], ...hiddenIn(form)];
    for (let times = 0; times < 2; times += 1)
      expect(await owner.post(`${page}/resend`, fields)).toMatchObject({ status: 303, location: `/${page}` });
    await until('the second email has arrived', () => mailsTo(email).length === 2);
    await says(page, `The email to ${email} was sent.`);
    expect(mailsTo(email).map(({ text }) => text!.includes(url))).toEqual([true, true]);
    expect(await recorded(page, 'verification_resent')).toBe(1);

    for (let times = 0; times < 3; times += 1) await owner.send(`${page}/resend`, {}, page);
    const often = await owner.send(`${page}/resend`, {}, page);
    expect([often.status, often.html]).toEqual([400, expect.stringContaining('Five emails with this link')]);
  });

  it('says that an email was refused, with the code of the mail server and none of its words', async () => {
    const email = `nobody-${randomUUID()}@example.com`;
    mailbox.refuse(email, { code: 550, message: `${email} is unknown here` });
    const { page } = await begin(email);
    await says(page, `The email to ${email} could not be sent.`);
    const { html } = await owner.get(page);
    expect(html).toContain('The mail server answered 550.');
    expect(html).not.toContain('unknown here');
    await owner.send(`${page}/resend`, {}, page);
    await says(page, `The email to ${email} was sent.`);
  });

  it('shows the link to copy, and records it', async () => {
    const { page, url } = await begin();
    expect((await owner.get(page)).html).not.toContain(url);
    expect((await owner.send(`${page}/link`, {}, page)).html).toContain(
      `<code id="person-link">${url}</code>`,
    );
    expect(await recorded(page, 'verification_link_shown')).toBe(1);
  });

  it('cancels it once, and the link stops working', async () => {
    await owner.send('account/name', { name: 'Olga Owner' }, 'account');
    const { page, url } = await begin();
    await fetch(url, { headers: { accept: 'text/html' } });
    expect(await owner.send(`${page}/cancel`, {}, page)).toMatchObject({ status: 303 });
    const { html } = await owner.get(page);
    expect(html).toMatch(/>Cancelled<[^]*Cancelled by[^]*<bdi>Olga Owner</);
    for (const offered of ['Send the link again', 'Show the link', 'Cancel this verification'])
      expect(html).not.toContain(offered);
    const again = await owner.send(`${page}/cancel`, {}, page);
    expect([again.status, again.html]).toEqual([400, expect.stringContaining('no longer waits')]);
    for (const action of ['resend', 'link'])
      expect((await owner.send(`${page}/${action}`, {}, page)).status).toBe(400);
    const seen = await fetch(url);
    expect([seen.status, await seen.text()]).toEqual([
      410,
      expect.stringContaining('Acme cancelled this check'),
    ]);
    const row = new RegExp(`/dashboard/${page}[^]*?class="pill warn">([^<]+)<`);
    expect(row.exec((await owner.get('verifications?state=expired')).html)?.[1]).toBe('Cancelled');
    const { body } = await acme.api.get(`/api/v1/identity-verifications/${page.split('/')[1]}`);
    expect(body).toMatchObject({ status: 'expired' });
    expect(await recorded(page, 'verification_cancelled')).toBe(1);
  });

  it('offers to mail the link of a verification that a program started', async () => {
    const email = `bo-${randomUUID()}@example.com`;
    const { body } = await acme.api.post('/api/v1/identity-verifications', {
      email,
      firstName: 'Bo',
      lastName: 'Berg',
      documentType: 'passport',
      verificationMethod: 'document',
    });
    const page = `verifications/${String(body.id)}`;
    expect((await owner.get(page)).html).toContain('We have not emailed this link.');
    await owner.send(`${page}/resend`, {}, page);
    await mailbox.waitForMailTo(email);
  });

  it('is nobody else’s', async () => {
    const { page } = await begin();
    const stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
    for (const action of ['resend', 'link', 'cancel'])
      expect((await stranger.send(`${page}/${action}`, {}, 'account')).status).toBe(404);
  });
});
