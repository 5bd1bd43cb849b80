import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { EMMY, LISE, OTTO, sendWithRecipients } from '../support/recipients.js';
import { ANNA } from '../support/signing-requests.js';
import { shownOn, type SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

describe('recipients of a request, as time goes by and people change', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;

  beforeEach(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterEach(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const subjectsTo = (email: string) =>
    mailbox.mails.flatMap(({ recipients, subject }) => (recipients.includes(email) ? [subject ?? ''] : []));
  const remindersTo = (email: string) =>
    subjectsTo(email).filter((subject) => subject.startsWith('Reminder')).length;
  /** Lets days pass until it is so. */
  const untilReminded = (email: string) =>
    until(`${email} is reminded`, async () => {
      if (remindersTo(email) > 0) return true;
      await test.database.moveClock('1 day');
      test.app.get(JobQueue, { strict: false }).ring();
      return false;
    });
  const inDays = async (days: number): Promise<string> => {
    const [{ at }] = await test.dataSource.query('select app_now() + make_interval(days => $1) as at', [
      days,
    ]);
    return (at as Date).toISOString();
  };

  it('are reminded by themselves while it is their turn, and never if nobody waits for them', async () => {
    const recipients = [EMMY, { ...LISE, order: 5, required: true }, OTTO];
    const signers = [{ ...ANNA, order: 1 }];
    const sent = await sendWithRecipients(test, acme, recipients, { signers, remindEvery: 3 });
    const reminded = () => [EMMY, ANNA, LISE, OTTO].map(({ email }) => remindersTo(email) > 0);
    await mailbox.waitForMailTo(OTTO.email);
    await untilReminded(EMMY.email);
    expect(reminded()).toEqual([true, false, false, false]);
    await sent.readers[0]!.post('approve', { agree: 'yes' });
    await untilReminded(ANNA.email);
    expect(reminded()).toEqual([true, true, false, false]);
    await sent.visitors[0]!.sign();
    await untilReminded(LISE.email);
    expect(reminded()).toEqual([true, true, true, false]);
  });

  it('let the request expire if the approver has not acted, although everyone has signed', async () => {
    const recipients = [{ ...EMMY, order: 5 }, OTTO, { ...LISE, order: 9 }];
    const sent = await sendWithRecipients(test, acme, recipients, {
      signers: [{ ...ANNA, order: 1 }],
      expiresDate: await inDays(2),
    });
    const [emmy] = sent.readers as [SigningVisitor];
    await sent.visitors[0]!.sign();
    await mailbox.waitForMailTo(EMMY.email, /asks you to approve/);
    const page = await emmy.get('approve');
    await test.database.moveClock('2 days');
    await until('it has expired', async () => (await sent.status()) === 'expired');
    await emmy.post('approve', { agree: 'yes', shown: shownOn(page) });
    expect(await sent.status()).toBe('expired');
    expect((await sent.recipients())[0]!.status).toBe('pending');
    // Whoever was told of the request is told of its end.
    for (const email of [EMMY.email, OTTO.email]) await mailbox.waitForMailTo(email, /in time/);
    expect(subjectsTo(LISE.email)).toEqual([]);
  });

  it('stay apart from signers if they must, when the request is handed over or an address corrected', async () => {
    const sent = await sendWithRecipients(test, acme, [{ ...EMMY, separateApprover: true }], {
      allowHandOver: true,
    });
    const [anna] = sent.visitors as [SigningVisitor];
    const form = { person: 'Emmy', email: EMMY.email.toUpperCase(), reason: 'On leave' };
    const refused = await anna.post('hand-over', form);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('approve');
    const corrected = await acme.api.patch(`${sent.path}/signers/${sent.signerIds[0]}`, {
      email: EMMY.email,
    });
    expect(corrected).toMatchObject({ status: 400, body: { code: 'approver_is_signer' } });
    const { id } = (await sent.recipients())[0]!;
    const other = await acme.api.patch(`${sent.path}/recipients/${id}`, { email: ANNA.email });
    expect(other).toMatchObject({ status: 400, body: { code: 'approver_is_signer' } });
    expect((await anna.post('hand-over', { ...form, email: 'mira@signers.test' })).location).toBe('');
    expect((await sent.recipients())[0]!.email).toBe(EMMY.email);
  });
});
