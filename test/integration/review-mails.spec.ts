import { ReviewerNotifier } from '../../src/manual-review/reviewer-notifier.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { until } from '../support/until.js';
import { type TestVerification } from '../support/verifications.js';

describe('emails to reviewers', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let addresses: string[];

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });

  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    const { organizationId } = acme;
    addresses = ['anna', 'boris'].map((name) => `${name}-${organizationId}@acme.test`);
    for (const email of addresses)
      await test.app
        .get(Transactions)
        .run((tx) => test.app.get(UsersService).create(tx, { organizationId, email, role: 'reviewer' }));
  });

  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  /** Waits until nothing is left to be done for the organization now. */
  const settled = () =>
    until('everything that is due is done', async () => {
      const due = await test.dataSource.query<unknown[]>(
        `select from jobs where payload ->> 'organizationId' = $1::text and run_at <= app_now()`,
        [acme.organizationId],
      );
      return due.length === 0;
    });
  const subjectsTo = async (address: string) => {
    await settled();
    return mailbox.mails
      .filter(({ recipients }) => recipients.includes(address))
      .map(({ subject }) => subject);
  };
  const later = async (interval: string) => {
    await test.database.moveClock(interval);
    test.app.get(JobQueue).ring();
  };
  const cases = async (count: number): Promise<TestVerification[]> => {
    const made: TestVerification[] = [];
    for (let index = 0; index < count; index += 1) made.push(await caseWithoutPictures(test, acme));
    return made;
  };
  const requestOf = ({ id }: TestVerification) =>
    test.app
      .get(Transactions)
      .run((tx) =>
        test.app
          .get(ReviewerNotifier, { strict: false })
          .request(tx, { organizationId: acme.organizationId, verificationId: id, round: 1 }),
      );

  const needs = (what: string) => `${what} your decision`;
  const first = ({ id }: TestVerification) => needs(`Identity verification ${id} needs`);

  it('tell the first case at once, and those of the following hour in one at its end', async () => {
    const [one] = await cases(4);
    for (const address of addresses) expect(await subjectsTo(address)).toEqual([first(one!)]);
    await later('1 hour');
    const many = needs('3 identity verifications need');
    for (const address of addresses) expect(await subjectsTo(address)).toEqual([first(one!), many]);
    const mail = await mailbox.waitForMailTo(addresses[0]!, /3 identity/);
    expect(mail.text).toContain(`${test.settings.publicUrl}/dashboard/reviews\n`);
    expect(mail.text).toContain('The first of them must be decided by');
    expect(mail.text).toContain(`review:list --organization ${acme.organizationId}`);
    expect(mail.text).not.toContain('Eriksson');

    const [next] = await cases(1);
    expect(await subjectsTo(addresses[0]!)).toEqual([first(one!), many, first(next!)]);
  });

  it('leave out what was decided within the hour, and are not sent for nothing', async () => {
    const anna = await signedIn(test, acme, 'reviewer', `c-${acme.organizationId}@acme.test`);
    const decide = async (session: TestVerification) => {
      await reviewing.open(anna, session);
      await reviewing.approve(anna, session);
    };
    const [one, two, three] = await cases(3);
    await decide(two!);
    await later('1 hour');
    expect(await subjectsTo(addresses[0]!)).toEqual([first(one!), first(three!)]);

    const [four, five] = await cases(2);
    await decide(five!);
    await later('1 hour');
    expect(await subjectsTo(addresses[0]!)).toEqual([first(one!), first(three!), first(four!)]);
  });

  it('remind of all cases that are due in one, four hours before the end', async () => {
    const made = await cases(3);
    await later('1 hour');
    await settled();
    await later('19 hours');
    for (const address of addresses) {
      const reminders = (await subjectsTo(address)).filter((subject) => /^Four/.test(subject!));
      expect(reminders).toEqual(['Four hours left to decide 3 identity verifications']);
    }
    const reminded = await test.dataSource.query<{ id: number }[]>(
      `select verification_id as id from identity_verification_audit_events
       where organization_id = $1 and type = 'review_reminded' order by 1`,
      [acme.organizationId],
    );
    expect(reminded.map(({ id }) => Number(id))).toEqual(made.map(({ id }) => id));
  });

  it('are sent once, however often and at the same time their work is done', async () => {
    const made = await cases(3);
    await settled();
    await test.dataSource.query('delete from review_notices where organization_id = $1', [
      acme.organizationId,
    ]);
    const forget = 'update organizations set review_hour_ends_at = null where id = $1';
    await test.dataSource.query(forget, [acme.organizationId]);
    const before = (await subjectsTo(addresses[0]!)).length;

    const aborted = test.app.get(Transactions).run(async (tx) => {
      const job = { organizationId: acme.organizationId, verificationId: made[0]!.id, round: 1 };
      await test.app.get(ReviewerNotifier, { strict: false }).request(tx, job);
      throw new Error('killed halfway');
    });
    await expect(aborted).rejects.toThrow('killed halfway');
    await Promise.all([...made, ...made].map(requestOf));
    expect((await subjectsTo(addresses[0]!)).length).toBe(before + 1);
    await later('1 hour');
    expect((await subjectsTo(addresses[0]!)).slice(before + 1)).toEqual([
      needs('2 identity verifications need'),
    ]);
  });

  it('begin no hour where nobody is told', async () => {
    await test.dataSource.query("update organizations set review_mails = 'nobody' where id = $1", [
      acme.organizationId,
    ]);
    await cases(1);
    await settled();
    await test.dataSource.query("update organizations set review_mails = 'reviewers' where id = $1", [
      acme.organizationId,
    ]);
    const [told] = await cases(1);
    expect(await subjectsTo(addresses[0]!)).toEqual([first(told!)]);
    expect(await subjectsTo(acme.ownerEmail)).toEqual([]);
  });
});
