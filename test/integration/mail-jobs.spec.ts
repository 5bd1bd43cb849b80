import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { MailComposers } from '../../src/platform/mail/mail-composers.js';
import { MailQueue } from '../../src/platform/mail/mail-queue.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { NoteComposer } from '../support/note-composer.js';
import { until } from '../support/until.js';

/** Delays before attempts 2 to 8. */
const DELAYS = ['1 minute', '5 minutes', '15 minutes', '1 hour', '2 hours', '4 hours', '8 hours'];

describe('queued mails', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let org: TestOrganization;
  const composer = new NoteComposer('test.note');

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    test.app.get(MailComposers).register(composer);
    org = await test.createOrganization();
  });
  afterAll(async () => {
    await test?.close();
    await mailbox.stop();
  });

  async function enqueue(name: string): Promise<void> {
    const mail = { kind: composer.kind, organizationId: org.organizationId, ids: { mailbox: name } };
    await test.app.get(Transactions).run((tx) => test.app.get(MailQueue).enqueue(tx, mail));
  }

  async function moveClock(interval: string): Promise<void> {
    await test.database.moveClock(interval);
    test.app.get(JobQueue).ring();
  }

  /** Waits until the attempt is over: the job is gone, or waits for the next one. */
  const attempted = (name: string, attempt: number) =>
    until(`attempt ${attempt} to ${name} is over`, async () => {
      const [job] = await test.dataSource.query(
        "select attempt, lease_until from jobs where payload->'ids'->>'mailbox' = $1",
        [name],
      );
      return !job || (job.attempt >= attempt && job.lease_until === null);
    });

  it('composes a mail when it leaves, and sends it once', async () => {
    await enqueue('nuria');
    const mail = await mailbox.waitForMailTo('nuria@example.com');
    expect(mail.subject).toBe('Maria Hearth asks you to sign “Lease agreement 2031.pdf”');
    await attempted('nuria', 1);
    expect(composer.about('nuria')).toEqual([['accepted', expect.stringMatching(/^250 /)]]);
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes('nuria@example.com'))).toHaveLength(
      1,
    );
  });

  it('sends no mail that is no longer needed', async () => {
    composer.moot.add('moot');
    await enqueue('moot');
    await until('the job is gone', async () => (await jobsFor('moot')) === 0);
    expect(mailbox.mails.some(({ recipients }) => recipients.includes('moot@example.com'))).toBe(false);
    expect(composer.about('moot')).toEqual([]);
  });

  it('fails at once if the server refuses the recipient permanently', async () => {
    mailbox.refuse('gone@example.com', { code: 550, message: 'no such user' });
    await enqueue('gone');
    await until('the failure is told', () => composer.about('gone').length > 0);
    expect(composer.about('gone')).toEqual([['failed', '550 no such user']]);
    await until('the job is gone', async () => (await jobsFor('gone')) === 0);
  });

  it('sends a mail again after a temporary refusal, as the same message', async () => {
    mailbox.refuse('busy@example.com', { code: 451, message: 'later' });
    await enqueue('busy');
    await attempted('busy', 1);
    expect(composer.about('busy')).toEqual([]);
    const [before] = await payloadsFor('busy');
    await moveClock(DELAYS[0]!);
    const mail = await mailbox.waitForMailTo('busy@example.com');
    expect(mail.messageId).toBe(`<${before!.mailId}@countersign.test>`);
    await until('it is told', () => composer.about('busy').length > 0);
    expect(composer.about('busy')).toEqual([['accepted', expect.stringMatching(/^250 /)]]);
  });

  it('gives a mail up after eight attempts over half a day', async () => {
    mailbox.refuse(
      'never@example.com',
      ...Array.from({ length: 8 }, () => ({ code: 451, message: 'later' })),
    );
    await enqueue('never');
    for (const [index, delay] of DELAYS.entries()) {
      await attempted('never', index + 1);
      expect(composer.about('never')).toEqual([]);
      await moveClock(delay);
    }
    await until('the failure is told', () => composer.about('never').length > 0);
    expect(composer.about('never')).toEqual([
      ['failed', expect.stringMatching(/^given up after 8 attempts: .*451/)],
    ]);
  });

  it('keeps no address, name or link in a waiting mail', async () => {
    mailbox.refuse('private@example.com', { code: 451, message: 'later' });
    await enqueue('private');
    await attempted('private', 1);
    const text = JSON.stringify(await payloadsFor('private'));
    expect(text).not.toMatch(/@|Öztürk|https?:/);
  });

  it('every kind of mail needs a registered composer', async () => {
    const mail = { kind: 'test.unknown', organizationId: org.organizationId, ids: {} };
    const asked = test.app.get(Transactions).run((tx) => test.app.get(MailQueue).enqueue(tx, mail));
    await expect(asked).rejects.toThrow('no composer for mail test.unknown');
  });

  const jobsFor = async (name: string) => (await payloadsFor(name)).length;

  async function payloadsFor(name: string): Promise<Record<string, string>[]> {
    const rows = await test.dataSource.query(
      "select payload from jobs where payload->'ids'->>'mailbox' = $1",
      [name],
    );
    return rows.map(({ payload }: { payload: Record<string, string> }) => payload);
  }
});
