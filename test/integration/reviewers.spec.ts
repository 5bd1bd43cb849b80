import { randomUUID } from 'node:crypto';
import { Members } from '../../src/accounts/members.js';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { SignerChecks } from '../support/signer-checks.js';
import { ANNA, sendRequest, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { TestVerification } from '../support/verifications.js';

const { open, approve } = reviewing;

describe('reviewers', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });

  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const userIdOf = async (email: string): Promise<number> => {
    const rows = await test.dataSource.query<{ id: number }[]>(
      `select u.id from users u join accounts a on a.id = u.account_id
       where u.organization_id = $1 and a.email = $2`,
      [acme.organizationId, email],
    );
    return rows[0]!.id;
  };
  const setRole = async (email: string, fields: Record<string, string>) =>
    owner.send(`people/${await userIdOf(email)}/role`, fields, 'people');
  /** A verification begun by a member, which waits for a reviewer. */
  const begunBy = async (member: DashboardMember, changes: object = {}) => {
    const session = await caseWithoutPictures(test, acme, changes);
    const values = [acme.organizationId, session.id, await userIdOf(member.email)];
    await test.dataSource.query(
      'update identity_verifications set begun_by_user_id = $3 where organization_id = $1 and id = $2',
      values,
    );
    return session;
  };
  const trailOf = (session: { id: number }, type: string) =>
    test.dataSource.query<{ data: object }[]>(
      `select data from identity_verification_audit_events
       where organization_id = $1 and verification_id = $2 and type = $3`,
      [acme.organizationId, session.id, type],
    );

  it('makes a member of another role a reviewer once, records it and mails it to the other owners', async () => {
    const second = await signedIn(test, acme, 'owner', `second-${randomUUID()}@acme.test`);
    expect((await owner.get('reviews')).status).toBe(403);
    for (let times = 0; times < 2; times += 1)
      expect((await setRole(owner.email, { role: 'owner', reviewer: 'yes' })).status).toBe(303);
    expect((await owner.get('reviews')).status).toBe(200);
    expect((await owner.get('people')).html).toMatch(/Owner · Reviewer/);
    const mail = await mailbox.waitForMailTo(second.email, /Who reviews identities/);
    expect(mail.text).toContain(`${owner.email} is now a reviewer`);
    const reviewerTypes = async () =>
      (await recordedTypes(test, acme)).filter((type) => /^(reviewer_|role_changed)/.test(type));
    expect(await reviewerTypes()).toEqual(['reviewer_added']);

    await setRole(owner.email, { role: 'owner' });
    expect((await owner.get('reviews')).status).toBe(403);
    await mailbox.waitFor(
      ({ text, recipients }) => recipients.includes(second.email) && /no longer a/.test(text!),
    );
    expect(await reviewerTypes()).toEqual(['reviewer_added', 'reviewer_removed']);
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(owner.email))).toEqual([]);
  });

  it('makes nobody a reviewer before the owner has entered the password', async () => {
    await test.dataSource.query('update dashboard_sessions set confirmed_at = null');
    const asked = await setRole(owner.email, { role: 'owner', reviewer: 'yes' });
    expect(asked.location).toMatch(/^\/confirm/);
    expect((await owner.get('reviews')).status).toBe(403);
    await owner.confirm(asked);
  });

  it('refuses a decision by the reviewer who began the case while others can decide it', async () => {
    const anna = await signedIn(test, acme, 'reviewer');
    await setRole(owner.email, { role: 'owner', reviewer: 'yes' });
    const session = await begunBy(owner);
    const held = await open(owner, session);
    expect(held.html).toContain('Another reviewer decides this case');
    expect(held.html).toContain('You began this verification');
    expect(held.html).not.toContain('or are its person');
    await approve(owner, session);
    expect(await session.read()).toMatchObject({ status: 'failed' });
    expect((await owner.get('reviews/next')).location).toBe('/reviews');
    await open(anna, session);
    await approve(anna, session);
    expect(await session.read()).toMatchObject({ status: 'completed' });
    expect(await trailOf(session, 'review_decided')).toEqual([
      { data: { result: 'approved', userId: await userIdOf(anna.email) } },
    ]);
  });

  it('accepts a decision by the reviewer who began the case if nobody else can decide it, and records that', async () => {
    await setRole(owner.email, { role: 'owner', reviewer: 'yes' });
    const session = await begunBy(owner);
    const opened = await open(owner, session);
    expect(opened.html).toContain('Approve');
    expect(opened.html).toContain('You can decide it only because nobody else can');
    await approve(owner, session);
    expect(await session.read()).toMatchObject({ status: 'completed' });
    expect(await trailOf(session, 'review_decided')).toEqual([
      { data: { result: 'approved', userId: acme.userId, involvement: 'began' } },
    ]);
    const although = 'although the reviewer had begun the verification, since nobody else could decide';
    expect((await open(owner, session)).html).toContain(`${although}</dd>`);
    const { html } = await owner.get(`verifications/${session.id}`);
    expect(html).toMatch(
      new RegExp(
        `<li>Approved in the review, ${although} <span[^>]*><time.*</time>, <bdi>${owner.email}</bdi>, `,
      ),
    );
    expect(html).not.toContain('identity_verification.');
    const german = await owner.get(`verifications/${session.id}`, { 'accept-language': 'de' });
    expect(german.html).toContain('obwohl der Prüfer die Prüfung selbst begonnen hatte');
  });

  it('refuses a decision by a reviewer about themselves', async () => {
    await signedIn(test, acme, 'reviewer');
    await setRole(owner.email, { role: 'owner', reviewer: 'yes' });
    const session = await caseWithoutPictures(test, acme, { email: owner.email.toUpperCase() });
    expect((await open(owner, session)).html).toContain('This verification is about you');
  });

  it('refuses a decision about a signer by the reviewer who sent the request while others can decide it', async () => {
    const sender = await signedIn(test, acme, 'admin');
    await setRole(sender.email, { role: 'admin', reviewer: 'yes' });
    const anna = await signedIn(test, acme, 'reviewer');
    const lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
    const { location } = await sender.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const page = location!.replace(/^\/(.*)\/signers$/, '$1');
    const signer = { 'email-0': ANNA.email, 'person-0': ANNA.name!, requireVerification: 'yes' };
    expect((await sender.send(`${page}/signers`, signer)).status).toBe(303);
    expect((await sender.send(`${page}/send`, {}, `${page}/check`)).location).toBe(`/${page}?done=sent`);
    const { body } = await acme.api.get(`/api/v1/${page}`);
    const signerIds = [body.signers[0].id as number];
    const checks = new SignerChecks(test, acme);
    await checks.begin(await visitorOf(test, acme.organizationId, signerIds[0]!));
    const session = new TestVerification(test, acme, await checks.askHuman({ signerIds }), '');

    expect((await open(sender, session)).html).toContain('You sent the request this verification belongs to');
    expect((await approve(sender, session)).html).toContain('Another reviewer decides this case');
    expect(await session.read()).toMatchObject({ status: 'failed' });
    await open(anna, session);
    await approve(anna, session);
    expect(await session.read()).toMatchObject({ status: 'completed' });
  });

  it('invites a reviewer with another role, records it and mails it to the other owners', async () => {
    const second = await signedIn(test, acme, 'owner', `second-${randomUUID()}@acme.test`);
    const email = `invited-${randomUUID()}@acme.test`;
    const { location } = await owner.send('people/invite', { email, role: 'admin', reviewer: 'yes' });
    expect(location).toBe('/people');
    expect((await owner.get('people')).html).toMatch(/Invited as Admin · Reviewer/);
    const mail = await mailbox.waitForMailTo(email);
    const link = /\/dashboard\/(invitation\/[0-9a-f]{64})/.exec(mail.text!)![1]!;
    const invited = new DashboardMember(test.url, email);
    expect((await invited.send(link, { password: PASSWORD })).status).toBe(303);
    expect((await invited.get('reviews')).status).toBe(200);
    expect((await invited.get('signatures')).status).toBe(200);
    const told = await mailbox.waitForMailTo(second.email, /Who reviews identities/);
    expect(told.text).toContain(`${email} is now a reviewer`);
    expect(told.text).toContain(`${owner.email} did this`);
    expect((await recordedTypes(test, acme)).filter((type) => type === 'reviewer_added')).toHaveLength(1);
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(owner.email))).toEqual([]);
  });

  it.each([
    ['as a reviewer', { role: 'reviewer' }],
    ['as an admin who reviews', { role: 'admin', isReviewer: true }],
  ] as const)('records a member whom the operator adds %s, and mails all owners', async (_as, roles) => {
    const email = `added-${randomUUID()}@acme.test`;
    const { organizationId } = acme;
    const { userId } = await test.app.get(Members).add(operatorOf(organizationId), { email, ...roles });
    const told = await mailbox.waitForMailTo(owner.email, /Who reviews identities/);
    expect(told.text).toContain(`${email} is now a reviewer`);
    expect(told.text).toContain('The operator of the service did this');
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['member_added', 'reviewer_added']),
    );
    const [row] = await test.dataSource.query<{ role: string; is_reviewer: boolean }[]>(
      'select role, is_reviewer from users where organization_id = $1 and id = $2',
      [organizationId, userId],
    );
    expect(row).toEqual({ role: roles.role, is_reviewer: roles.role !== 'reviewer' });
  });

  it('requires two reviewers to agree on a case that began under four eyes', async () => {
    const anna = await signedIn(test, acme, 'reviewer');
    const boris = await signedIn(test, acme, 'reviewer');
    await owner.send('people/four-eyes', { fourEyes: 'yes' }, 'people');
    const before = await caseWithoutPictures(test, acme);
    await owner.send('people/four-eyes', { fourEyes: 'no' }, 'people');
    const after = await caseWithoutPictures(test, acme);
    for (const session of [before, after]) {
      await open(anna, session);
      await approve(anna, session);
    }
    expect(await before.read()).toMatchObject({ status: 'failed' });
    expect(await after.read()).toMatchObject({ status: 'completed' });
    await open(boris, before);
    await approve(boris, before);
    expect(await before.read()).toMatchObject({ status: 'completed' });
  });

  it('warns the owner where nobody can decide a case, and promises the person no review', async () => {
    const session = await caseWithoutPictures(test, acme);
    expect((await owner.get()).html).toMatch(
      /Nobody can decide yet: <a href="\/dashboard\/people">invite a reviewer/,
    );
    const { sessionUrl } = (await session.read()) as { sessionUrl: string };
    const page = async () => (await fetch(sessionUrl)).text();
    expect(await page()).toContain('We have received everything');
    expect(await page()).not.toContain('24 hours');
    await signedIn(test, acme, 'reviewer');
    expect(await page()).toContain('A person will review this');
    expect((await owner.get()).html).not.toContain('Nobody can decide yet');
  });

  it('promises a reviewer to signers, and to people who begin, only where there are some', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA], { requireVerification: true });
    const signer = request.visitors[0]!;
    const checks = new SignerChecks(test, acme);
    const session = await checks.begin(signer);
    expect((await session.get()).html).not.toContain('a person takes a look');
    await checks.askHuman(request);
    const waiting = await signer.get('identity');
    expect(waiting.heading).toBe('We have received everything');
    expect(waiting.html).not.toMatch(/24 hours|person is reviewing/);

    await signedIn(test, acme, 'reviewer');
    expect((await signer.get('identity')).heading).toBe('A person is reviewing your check');
    const next = await sendRequest(test, acme, 'fast', [ANNA], { requireVerification: true });
    expect((await (await checks.begin(next.visitors[0]!)).get()).html).toContain('a person takes a look');
  });

  it('lets reviewers and other members write their own names', async () => {
    await owner.send('account/name', { name: ' Dana  Ruiz ' }, 'account');
    await owner.send('account/name', { name: 'Dana Ruiz' }, 'account');
    expect((await owner.get('people')).html).toContain('<bdi>Dana Ruiz</bdi>');
    expect((await recordedTypes(test, acme)).filter((type) => type === 'name_changed')).toHaveLength(1);
    await until('roles are explained', async () =>
      (await owner.get('people/invite')).html.includes('Owners do everything'),
    );
    await owner.send('account/name', { name: '' }, 'account');
    expect((await owner.get('people')).html).not.toContain('Dana Ruiz');
  });
});
