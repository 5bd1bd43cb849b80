import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { ANNA, JONAS, sendRequest, type SentRequest, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const THIRD = { email: 'third@signers.test', name: 'Tina Third' };
const REASON = 'The rent in section 4 is <b>wrong</b>.';

describe('notice of how a request ended', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const mailsSent = () =>
    until('all mails have been sent', async () => {
      const jobs = await test.dataSource.query("select 1 from jobs where kind = 'mail.send'");
      return jobs.length === 0;
    });
  /** This test's mails: each test starts with an empty mailbox. */
  const mailsAbout = (subjectWords: RegExp) =>
    mailbox.mails.filter(({ subject }) => subjectWords.test(subject ?? ''));
  beforeEach(() => void mailbox.mails.splice(0));
  const trailOf = async ({ path }: SentRequest) =>
    (await acme.api.get(`${path}/audit-trail`)).body.items as Record<string, unknown>[];

  it('notifies the sender with the reason and everyone else without it if the second of three declines', async () => {
    const signers = [
      { ...ANNA, order: 1 },
      { ...JONAS, order: 2 },
      { ...THIRD, order: 3 },
    ];
    const ccOnComplete = ['boss@acme.test', 'ANNA@signers.test'];
    const request = await sendRequest(test, acme, 'fast', signers, { ccOnComplete, senderName: 'Clara' });
    const [anna, jonas, third] = request.visitors;
    await anna!.sign();
    await mailsSent();
    await jonas!.post('reject', { reason: REASON, confirmed: 'yes' });
    await mailsSent();

    const notices = mailsAbout(/^Declined/);
    expect(notices.flatMap(({ recipients }) => recipients).sort()).toEqual([
      ANNA.email,
      'boss@acme.test',
      THIRD.email,
    ]);
    for (const mail of notices) {
      expect(mail.text).toContain('Jonas Brandt has declined to sign this document from Clara');
      expect(`${mail.text}${String(mail.html)}`).not.toContain('section 4');
    }
    const [toSender] = mailsAbout(/^Jonas Brandt has declined/);
    expect(toSender!.recipients).toEqual([acme.ownerEmail]);
    expect(toSender!.text).toContain(REASON);
    expect(toSender!.text).toContain(JONAS.email);
    expect(toSender!.html).toContain('&lt;b&gt;wrong&lt;/b&gt;');
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(JONAS.email))).toHaveLength(2);

    expect((await anna!.get()).heading).toBe('Someone has declined to sign');
    expect((await third!.get()).heading).toBe('Someone has declined to sign');
  });

  it('shows others a masked address if a signer without a name declines', async () => {
    const request = await sendRequest(test, acme, 'fast', [{ email: 'nobody@signers.test' }, ANNA]);
    await request.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
    await mailsSent();
    expect(mailsAbout(/^Declined/)[0]!.text).toContain('n•••@signers.test has declined');
    expect(mailsAbout(/^nobody@signers.test has declined/)).toHaveLength(1);
  });

  inDepth('sends no notice if the request is cancelled before the mails go out', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    await mailsSent();
    for (const address of [acme.ownerEmail, JONAS.email])
      mailbox.refuse(address, { code: 451, message: 'later' });
    await request.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
    await until('both mails have been deferred', async () => {
      const jobs = await test.dataSource.query(
        "select 1 from jobs where kind = 'mail.send' and attempt = 1 and lease_until is null",
      );
      return jobs.length === 2;
    });
    await acme.api.delete(request.path);
    await test.database.moveClock('2 minutes');
    await mailsSent();
    expect(mailsAbout(/declined|cancelled/i)).toHaveLength(0);
  });

  it('notifies everyone who was invited once if the request is cancelled, in their language', async () => {
    mailbox.refuse(THIRD.email, { code: 550, message: 'no such user' });
    const signers = [ANNA, { ...JONAS, locale: 'de' }, THIRD];
    const request = await sendRequest(test, acme, 'fast', signers, { senderName: 'Clara' });
    await mailsSent();
    await request.visitors[0]!.sign();
    await Promise.all([acme.api.delete(request.path), acme.api.delete(request.path)]);
    await mailsSent();

    const notices = mailsAbout(/^(Cancelled|Zurückgezogen): /);
    expect(notices.flatMap(({ recipients }) => recipients).sort()).toEqual([ANNA.email, JONAS.email]);
    const textTo = (email: string) => notices.find(({ recipients }) => recipients.includes(email))!.text;
    expect(textTo(ANNA.email)).toContain('Clara has cancelled the request');
    expect(textTo(JONAS.email)).toContain('Clara hat die Anfrage');
    expect((await request.visitors[1]!.get()).heading).toBe('Diese Anfrage wurde zurückgezogen');
  });

  it('notifies nobody if the request is cancelled before it was sent', async () => {
    const [{ scheduledDate }] = await test.dataSource.query(
      `select app_now() + interval '1 hour' as "scheduledDate"`,
    );
    const request = await sendRequest(test, acme, 'fast', [ANNA], { scheduledDate });
    await acme.api.delete(request.path);
    await mailsSent();
    expect(mailbox.mails).toEqual([]);
  });

  inDepth('tells the sender and the signers who has not signed by the deadline', async () => {
    const [{ expiresDate }] = await test.dataSource.query(
      `select app_now() + interval '1 hour' as "expiresDate"`,
    );
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS, { email: 'x@signers.test' }], {
      expiresDate,
    });
    await request.visitors[0]!.sign();
    await mailsSent();
    await test.database.moveClock('2 hours');
    const mail = await mailbox.waitForMailTo(acme.ownerEmail, /^Not signed in time/);
    expect(mail.text).toContain('- Jonas Brandt (jonas@signers.test)');
    expect(mail.text).toContain('- x@signers.test');
    expect(mail.text).not.toContain(ANNA.name);
    expect(await request.status()).toBe('expired');
    await mailsSent();
    const told = mailsAbout(/in time/).flatMap(({ recipients }) => recipients);
    expect(told.sort()).toEqual([ANNA.email, JONAS.email, acme.ownerEmail, 'x@signers.test'].sort());
    const [toJonas] = mailbox.mails.filter(({ recipients }) => recipients.includes(JONAS.email)).slice(-1);
    expect(toJonas!.text).toContain('Not everyone had signed this document');
    expect(toJonas!.text).not.toContain('x@signers.test');
  });

  it('sends no mail yet to a signer whose address is corrected before the request is sent', async () => {
    const [{ scheduledDate }] = await test.dataSource.query(
      `select app_now() + interval '1 hour' as "scheduledDate"`,
    );
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS], { scheduledDate });
    const owner = await signedIn(test, acme);
    const page = `signatures/${request.id}`;
    const { html } = await owner.get(page);
    expect(html).toContain('The invitation will go to this address at the time you chose.');
    for (const action of ['remind', 'link', 'host'])
      expect(html).not.toContain(`/signers/${request.signerIds[1]}/${action}`);
    const correct = (email: string) =>
      owner.send(`${page}/signers/${request.signerIds[1]}/address`, { email }, page);
    expect((await correct(ANNA.email)).html).toContain('Another signer already has this address');
    const corrected = await correct('jonas.b@signers.test');
    expect((await owner.get(corrected.location!.slice(1))).html).toContain('The invitation will go there');
    await mailsSent();
    expect(mailbox.mails).toEqual([]);

    await test.database.moveClock('1 hour');
    const mail = await mailbox.waitForMailTo('jonas.b@signers.test', /./);
    await mailbox.waitForMailTo(ANNA.email, /./);
    await mailsSent();
    expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain(JONAS.email);
    const visitor = await visitorOf(test, acme.organizationId, request.signerIds[1]!);
    expect(mail.text).toContain(visitor.token);
    expect((await request.visitors[1]!.get()).status).toBe(410);
  });

  it('keeps both addresses in the audit trail and voids the old link when an address is corrected', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    const [signerId] = request.signerIds;
    await request.visitors[0]!.open();
    await acme.api.patch(`${request.path}/signers/${signerId}`, { email: 'New@signers.test' });
    expect((await trailOf(request)).find(({ type }) => type === 'email_changed')).toMatchObject({
      signerId,
      from: ANNA.email,
      to: 'New@signers.test',
    });
    expect(await request.visitors[0]!.get()).toMatchObject({
      status: 410,
      heading: 'This link has been replaced',
    });
    await mailbox.waitForMailTo('New@signers.test');
    const after = await visitorOf(test, acme.organizationId, signerId!);
    await after.open();
    expect((await trailOf(request)).filter(({ type }) => type === 'opened')).toHaveLength(2);
    expect((await after.sign()).location).toBe('/done');
    expect((await request.visitors[0]!.get()).html).not.toContain('You signed on');
  });
});
