import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { Retention } from '../../src/identity-verifications/retention.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { renderPassport } from '../support/passport-renderer.js';
import { caseWithFace, caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

const REVIEW_MAIL = /needs your decision/;

describe('the rules of an organization', () => {
  let mailbox: Mailbox;
  let test: TestApp;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url, retentionDays: 30 });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const organization = async (): Promise<[TestOrganization, DashboardMember]> => {
    const made = await test.createOrganization();
    return [made, await signedIn(test, made)];
  };
  const rule = (member: DashboardMember, page: string, fields: Record<string, string>) =>
    member.send(`settings/rules/${page}`, fields, 'settings/rules');
  const lastEvent = async ({ organizationId }: TestOrganization) =>
    (await activityOf(test.dataSource, organizationId)).at(-1);
  const reviewMailsTo = (address: string) =>
    mailbox.mails.filter(
      ({ recipients, subject }) => recipients.includes(address) && REVIEW_MAIL.test(subject!),
    );

  describe('the rule for mails', () => {
    inDepth('sends review mails to one mailbox, or to nobody', async () => {
      const [acme, owner] = await organization();
      const { location } = await rule(owner, 'review-mails', {
        mails: 'mailbox',
        mailbox: ' team@acme.test ',
      });
      expect(location).toBe('/settings/rules?saved=mails');
      expect(await lastEvent(acme)).toMatchObject({ type: 'review_mails_set', data: { mails: 'mailbox' } });
      const { id } = await caseWithoutPictures(test, acme);
      const mail = await mailbox.waitForMailTo('team@acme.test', REVIEW_MAIL);
      expect(mail.text).toContain(`/dashboard/reviews/${id}`);
      expect(reviewMailsTo(acme.ownerEmail)).toEqual([]);

      await rule(owner, 'review-mails', { mails: 'nobody', mailbox: 'ignored@acme.test' });
      const silent = await caseWithoutPictures(test, acme);
      await silent.untilDone('verification.review-requested');
      await test.database.moveClock('1 hour');
      await rule(owner, 'review-mails', { mails: 'reviewers', mailbox: '' });
      await caseWithoutPictures(test, acme);
      await mailbox.waitForMailTo(acme.ownerEmail, REVIEW_MAIL);
      expect(reviewMailsTo(acme.ownerEmail)).toHaveLength(1);
      expect(reviewMailsTo('team@acme.test')).toHaveLength(1);
      expect(reviewMailsTo('ignored@acme.test')).toEqual([]);
    });

    it.each(['', 'team', 'a@b.test\r\nBcc: c@d.test'])(
      'refuses %j as the address of review mails',
      async (typed) => {
        const [, owner] = await organization();
        const { status, html } = await rule(owner, 'review-mails', { mails: 'mailbox', mailbox: typed });
        expect(status).toBe(400);
        expect(html).toContain('Enter an address such as reviews@example.com');
        expect(html).toMatch(/value="mailbox" checked/);
      },
    );
  });

  inDepth('the rule for faces sends to a reviewer whatever a machine would approve', async () => {
    const [acme, owner] = await organization();
    const isChosen = async (value: string) =>
      (await owner.get('settings/rules')).html.includes(`name="faces" value="${value}" checked`);
    expect(await isChosen('no')).toBe(true);
    expect((await rule(owner, 'review-faces', { faces: 'yes' })).location).toBe(
      '/settings/rules?saved=faces',
    );
    expect(await lastEvent(acme)).toMatchObject({ type: 'review_faces_set', data: { faces: true } });
    expect(await isChosen('yes')).toBe(true);
    const session = await caseWithFace(test, acme);
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      reasons: expect.arrayContaining(['face_review_required']),
    });
    const { html } = await reviewing.open(await signedIn(test, acme, 'reviewer'), session);
    expect(html.indexOf('Your organization looks at every face before')).toBeGreaterThan(0);
    expect(html.indexOf('Your organization looks at every face before')).toBeLessThan(
      html.indexOf('class="strip"'),
    );

    await rule(owner, 'review-faces', { faces: 'no' });
    const other = await caseWithFace(test, acme);
    expect((await other.report()).body.reasons).not.toContain('face_review_required');
  });

  describe('the rule for pictures', () => {
    const storedOf = async ({ id }: TestVerification) =>
      (await test.dataSource.manager.findBy(VerificationImage, { verificationId: id })).filter(
        ({ storageKey }) => storageKey !== null,
      ).length;

    inDepth('shortens the period also for verifications that have ended, once confirmed', async () => {
      const [acme, owner] = await organization();
      const passport = await renderPassport({}, { background: 'desk' });
      const old = await beginVerification(test, acme);
      await old.sendPhoto(passport);
      await test.database.moveClock('3 days');
      const young = await beginVerification(test, acme);
      await young.sendPhoto(passport);
      // Choosing the password confirmed the session, but that has lapsed by now.
      const later = await signedInAgain(owner);
      await test.database.moveClock('11 minutes');
      const asked = await rule(later, 'retention', { days: '2' });
      expect(asked.location).toMatch(/^\/confirm/);
      expect(await storedOf(old)).toBe(1);
      expect((await later.confirm(asked)).location).toBe('/settings/rules?saved=retention');
      expect(await lastEvent(acme)).toMatchObject({ type: 'retention_set', data: { from: 30, to: 2 } });
      await until('the old ones are erased', async () => (await storedOf(old)) === 0);
      expect(await storedOf(young)).toBe(1);
      await test.database.moveClock('2 days');
      await until('the young ones are erased', async () => (await storedOf(young)) === 0);
      const begun = await beginVerification(test, acme);
      expect((await begun.person.look()).html).toContain('deleted 2 days after the check ends');
    });

    it.each(['0', '31', '-1', '1.5', '', 'x', '99999'])(
      'refuses to keep pictures for %j days',
      async (days) => {
        const [, owner] = await organization();
        const { status, html } = await rule(owner, 'retention', { days });
        expect(status).toBe(400);
        expect(html).toContain('Enter a whole number from 1 to 30.');
      },
    );

    it('never keeps pictures longer than the operator allows', async () => {
      const [acme, owner] = await organization();
      await test.dataSource.query('update organizations set retention_days = 90 where id = $1', [
        acme.organizationId,
      ]);
      expect((await owner.get('settings/rules')).html).toContain('are erased 30 days after it ends');
      const retention = test.app.get(Retention, { strict: false });
      await expect(retention.set(operatorOf(acme.organizationId), 31)).rejects.toMatchObject({
        message: 'days is 31, but must be from 1 to 30',
      });
    });
  });

  describe('the rule for documents and drafts', () => {
    const PERIODS = 'organizations where id = $1';
    const keptFor = async ({ organizationId }: TestOrganization) => {
      const statement = `select document_retention_days as documents, draft_retention_days as drafts from ${PERIODS}`;
      return (await test.dataSource.query<unknown[]>(statement, [organizationId]))[0];
    };

    inDepth(
      'removes older documents and drafts once confirmed, and keeps everything where a field is empty',
      async () => {
        const [acme, owner] = await organization();
        const { id } = await sendRequest(acme.api);
        await acme.api.delete(`${SIGNATURES}/${id}`);
        await test.database.moveClock('31 days');
        const later = await signedInAgain(owner);
        await test.database.moveClock('11 minutes');
        const asked = await rule(later, 'documents', { documentDays: '30', draftDays: '' });
        expect(asked.location).toMatch(/^\/confirm/);
        expect(await keptFor(acme)).toEqual({ documents: null, drafts: null });
        expect((await later.confirm(asked)).location).toBe('/settings/rules?saved=documents');
        expect(await keptFor(acme)).toEqual({ documents: 30, drafts: null });
        expect(await lastEvent(acme)).toMatchObject({
          type: 'request_retention_set',
          data: { from: { documentRetentionDays: null }, to: { documentRetentionDays: 30 } },
        });
        await until('it is removed', async () => {
          const { contentsRemovedAt } = await test.dataSource.manager.findOneByOrFail(Signature, { id });
          return contentsRemovedAt !== null;
        });
        const { html } = await later.get('settings/rules');
        expect(html).toContain('are removed 30 days after it ends');
        expect(html).toContain('Drafts stay until you cancel them');
        const cleared = await rule(later, 'documents', { documentDays: '', draftDays: '' });
        expect(cleared.location).toBe('/settings/rules?saved=documents');
        expect(await keptFor(acme)).toEqual({ documents: null, drafts: null });
      },
    );

    it('shows on the page of a request that its documents were removed', async () => {
      const [acme, owner] = await organization();
      const { id } = await sendRequest(acme.api);
      const removed = "update signatures set contents_removed_at = app_now(), document_status = 'ready'";
      await test.dataSource.query(`${removed} where id = $1`, [id]);
      const { html } = await owner.get(`signatures/${id}`);
      expect(html).toContain('were removed at the end of the organization');
      expect(html).not.toContain(`/signatures/${id}/original`);
    });

    it.each([
      ['documentDays', '29', 'Enter a whole number from 30 to 36500'],
      ['documentDays', '36501', 'Enter a whole number from 30 to 36500'],
      ['documentDays', '1e3', 'Enter a whole number from 30 to 36500'],
      ['draftDays', '0', 'Enter a whole number from 1 to 3650'],
      ['draftDays', '3651', 'Enter a whole number from 1 to 3650'],
      ['draftDays', '-1', 'Enter a whole number from 1 to 3650'],
    ])('refuses %s: %j, and says so beside the field', async (field, typed, problem) => {
      const [acme, owner] = await organization();
      const { status, html } = await rule(owner, 'documents', {
        ...{ documentDays: '', draftDays: '' },
        [field]: typed,
      });
      expect(status).toBe(400);
      expect(html).toContain(`<p class="error" id="${field}-error">${problem}`);
      expect(html).toContain(`name="${field}" type="text" value="${typed}"`);
      expect(await keptFor(acme)).toEqual({ documents: null, drafts: null });
    });
  });

  /** Signs in to a session that stays valid after the clock has moved. */
  async function signedInAgain(member: DashboardMember): Promise<DashboardMember> {
    member.cookies.clear();
    await member.signIn();
    return member;
  }
});
