import { DoctorService } from '../../src/health/doctor.service.js';
import { OrganizationHealth } from '../../src/oversight/organization-health.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { MailComposers } from '../../src/platform/mail/mail-composers.js';
import { MailQueue } from '../../src/platform/mail/mail-queue.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { checkedBulkSend, rentRows } from '../support/bulk-sends.js';
import { signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { NoteComposer } from '../support/note-composer.js';
import { until } from '../support/until.js';

/** Exchange Online's, with which 1,000 mails would take 42 minutes. */
const PER_MINUTE = 30;
const QUOTA = '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException';

let test: TestApp;
let mailbox: Mailbox;
let org: TestOrganization;
let notes: NoteComposer;
let codes: NoteComposer;

beforeEach(async () => {
  notes = new NoteComposer('test.note');
  codes = new NoteComposer('test.code', true);
  mailbox = await Mailbox.start();
  test = await startTestApp({ smtpUrl: mailbox.url, mailRatePerMinute: PER_MINUTE });
  for (const composer of [notes, codes]) test.app.get(MailComposers).register(composer);
  org = await test.createOrganization();
});
afterEach(async () => {
  await test?.close();
  await mailbox.stop();
});

const namesOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

async function enqueue(
  names: string[],
  { kind = notes.kind, isBulk = false, organizationId = org.organizationId } = {},
): Promise<void> {
  await test.app.get(Transactions).run(async (tx) => {
    for (const name of names)
      await test.app.get(MailQueue).enqueue(tx, { kind, organizationId, isBulk, ids: { mailbox: name } });
  });
}

/** Lets the time pass, second after second, until it is so. */
const passUntil = (what: string, isSo: () => boolean | Promise<boolean>, step = '1 second') =>
  until(what, async () => {
    if (await isSo()) return true;
    await test.database.moveClock(step);
    test.app.get(JobQueue).ring();
    return false;
  });

const receivers = () => mailbox.mails.map(({ recipients }) => recipients[0]!.split('@')[0]!);
const isEmpty = async () => (await test.dataSource.query('select 1 from jobs')).length === 0;
const triesOf = (name: string) =>
  test.dataSource.query(
    "select attempt, waits from jobs where payload->'ids'->>'mailbox' = $1 and lease_until is null",
    [name],
  );

it('sends each mail once, in the order of its rank, whatever the server limits in between', async () => {
  await enqueue(namesOf('bulk', 12), { isBulk: true });
  await enqueue(namesOf('single', 3));
  for (const reply of [
    { code: 421, message: '4.7.0 Try again later, closing connection' },
    { code: 450, message: '4.7.1 Error: too much mail from 127.0.0.1' },
    { code: 451, message: '4.7.1 Ratelimit "user" exceeded' },
    { code: 452, message: '4.4.5 Messages per second limit exceeded' },
    { code: 454, message: 'Throttling failure: Maximum sending rate exceeded' },
    { code: 550, message: 'Too many messages. Try again in 92 seconds' },
  ]) {
    const before = mailbox.mails.length;
    mailbox.refuseAll(reply);
    const waited = 'select sum(waits)::integer as waits from jobs';
    const [{ waits }] = await test.dataSource.query(waited);
    await passUntil(
      `a mail was told ${reply.code}`,
      async () => {
        const [now] = await test.dataSource.query(waited);
        return now.waits > waits;
      },
      '5 seconds',
    );
    mailbox.refuseAll();
    await passUntil('a mail was accepted', () => mailbox.mails.length > before, '5 seconds');
  }
  await passUntil('all are sent', isEmpty, '5 seconds');
  expect(receivers().sort()).toEqual([...namesOf('bulk', 12), ...namesOf('single', 3)].sort());
  expect(
    receivers()
      .slice(-9)
      .every((name) => name.startsWith('bulk')),
  ).toBe(true);
  expect(notes.told.filter(([what]) => what !== 'accepted')).toEqual([]);
});

it('uses up no attempt, and sends a code first after a refusal', async () => {
  mailbox.refuseAll({ code: 421, message: '4.3.2 Service not available' });
  await enqueue(namesOf('note', 3));
  await until('one is refused', async () => (await triesOf('note0'))[0]?.waits === 1);
  expect(await triesOf('note0')).toEqual([{ attempt: 0, waits: 1 }]);
  await enqueue(['asked'], { kind: codes.kind });
  mailbox.refuseAll();
  await passUntil('all are sent', isEmpty);
  expect(receivers()).toEqual(['asked', ...namesOf('note', 3)]);
});

it('one recipient who is always told to wait uses up attempts, and holds up nobody', async () => {
  mailbox.refuse(
    'busy@example.com',
    ...Array.from({ length: 99 }, () => ({ code: 450, message: '4.2.1 mailbox busy' })),
  );
  await enqueue(['busy', ...namesOf('note', 4)]);
  await passUntil('the others are sent', () => mailbox.mails.length === 4);
  expect(await triesOf('busy')).toEqual([{ attempt: 1, waits: 0 }]);
  await passUntil('it is given up', isEmpty, '2 hours');
  expect(notes.about('busy')).toEqual([
    ['failed', expect.stringMatching(/^given up after 8 attempts: .*450/)],
  ]);
});

it('one mail for which the server always names the pace is told from the others, and given up', async () => {
  mailbox.refuse(
    'odd@example.com',
    ...Array.from({ length: 99 }, () => ({ code: 451, message: '4.7.1 Please try again' })),
  );
  await enqueue(['odd', ...namesOf('note', 12)]);
  const other = await test.createOrganization();
  await enqueue(namesOf('other', 12), { organizationId: other.organizationId });
  await passUntil('the others are sent', () => mailbox.mails.length === 24, '10 seconds');
  await passUntil('it is given up', isEmpty, '2 hours');
  expect(notes.about('odd')).toEqual([
    ['failed', expect.stringMatching(/^given up after 8 attempts: .*451/)],
  ]);
});

it('gives a mail up after five days of refusals, and says so', async () => {
  mailbox.refuseAll({ code: 454, message: 'Throttling failure: Daily message quota exceeded' });
  await enqueue(['note']);
  await until('it is refused', async () => (await triesOf('note'))[0]?.waits === 1);
  await test.database.moveClock('5 days');
  await passUntil('it is given up', isEmpty, '31 minutes');
  expect(notes.about('note')).toEqual([
    ['failed', 'given up after 5 days: 454 Throttling failure: Daily message quota exceeded'],
  ]);
});

it('an organization’s thousand mails let another’s single mail go next', async () => {
  const other = await test.createOrganization();
  await enqueue(namesOf('many', 1_000));
  await until('the first is sent', () => mailbox.mails.length > 0);
  await enqueue(['single'], { organizationId: other.organizationId });
  await passUntil('it is sent', () => receivers().includes('single'));
  expect(receivers().indexOf('single')).toBeLessThanOrEqual(3);
});

it('a quota that is used up is shown, and mail is sent once there is quota again', async () => {
  mailbox.refuseAll({ code: Number(QUOTA.slice(0, 3)), message: QUOTA.slice(4) });
  await enqueue(namesOf('note', 3));
  const { health, service } = {
    health: () => test.app.get(OrganizationHealth).find(org.organizationId),
    service: () => test.app.get(DoctorService).examine(),
  };
  await until('it is known', async () => (await health()).mail.quotaUsedUpSince !== null);
  await test.database.moveClock('20 minutes');
  const { checks } = await service();
  expect(checks.find(({ name }) => name === 'mail')).toMatchObject({
    ok: false,
    code: 'mail_quota_used_up',
    message: expect.stringContaining('SubmissionQuotaExceededException'),
  });
  expect(checks.find(({ name }) => name === 'waiting jobs')).toMatchObject({ ok: true });
  expect((await health()).jobs.lateSince).toBeNull();
  const page = await (await signedIn(test, org)).get('');
  expect(page.html).toContain('its sending quota has been used up since');

  mailbox.refuseAll();
  await passUntil('all are sent', isEmpty, '1 minute');
  expect(mailbox.mails).toHaveLength(3);
  expect((await health()).mail).toMatchObject({ quotaUsedUpSince: null, failingSince: null });
  const after = (await service()).checks.find(({ name }) => name === 'mail');
  expect(after?.message).toMatch(/^emails are sent over SMTP, at most 30 a minute, and the server answers$/);
});

it('a bulk send says that the quota is used up, and promises no end', async () => {
  mailbox.refuseAll({ code: Number(QUOTA.slice(0, 3)), message: QUOTA.slice(4) });
  const path = await checkedBulkSend(org, rentRows(3));
  await org.api.post(`${path}/start`, {});
  const owner = await signedIn(test, org);
  const page = path.replace('/api/v1/', '');
  await until('its page says so', async () =>
    (await owner.get(page)).html.includes('its sending quota has been used up since'),
  );
  const waiting = await until('it is made', async () => {
    const { body } = await org.api.get(path);
    return body.state === 'finished' ? body : null;
  });
  expect(waiting).toMatchObject({ waitsFor: 'mail', waitingMails: 3, expectedEndAt: null });
  mailbox.refuseAll();
  const isMailed = async () => (await org.api.get(path)).body.waitsFor === null;
  await passUntil('all are sent', isMailed, '1 minute');
  // The owner was told of the sign-in that the test set up.
  const asked = ['t0', 't1', 't2'].map((name) => `${name}@signers.test`);
  const reached = mailbox.mails.flatMap(({ recipients }) => recipients);
  expect(reached.sort()).toEqual([owner.email, ...asked].sort());
});
