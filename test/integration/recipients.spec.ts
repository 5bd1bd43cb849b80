import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { EMMY, LISE, OTTO, readersOf, sendWithRecipients } from '../support/recipients.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { shownOn, type SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const READ_LINK = /https?:\/\/\S+\/read\/[0-9a-f]{64}/;

describe('recipients of a request', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;

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
    mailbox.mails.length = 0;
  });

  const trailOf = async (path: string) =>
    (await acme.api.get(`${path}/audit-trail`)).body.items as { type: string; [fact: string]: unknown }[];
  const mailTo = (email: string, subject: RegExp) =>
    until(`a mail to ${email} arrives`, async () =>
      mailbox.mails.find((mail) => mail.recipients.includes(email) && subject.test(mail.subject ?? '')),
    );
  const statusesOf = async (sent: { recipients(): Promise<{ status: string }[]> }) =>
    (await sent.recipients()).map(({ status }) => status);

  it('lets nobody sign before the approver has approved, and tells each of their turn', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY]);
    const [emmy] = sent.readers as [SigningVisitor];
    const [anna] = sent.visitors as [SigningVisitor];
    expect(await sent.status()).toBe('created');
    expect((await anna.sign()).location).toBe('');
    expect((await anna.get('')).html).toContain('Emmy Noether');
    expect(await mailTo(EMMY.email, /asks you to approve/)).toBeTruthy();
    expect((await mailTo(ANNA.email, /asks you to sign/))!.text).toContain(
      'approve, read or sign before you',
    );

    expect((await emmy.post('approve', {})).status).toBe(400);
    expect((await emmy.post('approve', { agree: 'yes' })).location).toBe('');
    expect(await statusesOf(sent)).toEqual(['approved']);
    expect((await mailTo(ANNA.email, /your turn/))!.text).toContain(
      'Everyone before you has done their part',
    );
    expect((await anna.sign()).location).toBe('/done');
    await until('it is completed', async () => (await sent.status()) === 'completed');

    const trail = await trailOf(sent.path);
    const sentEvent = trail.find(({ type }) => type === 'sent')!;
    const consent = trail.find(({ type }) => type === 'consent')!;
    const approved = trail.find(({ type }) => type === 'approved')!;
    expect(approved).toMatchObject({
      documents: sentEvent.documents,
      consent: { version: '1', locale: 'en', sha256: consent.sha256 },
      shown: { signers: [] },
    });
    expect(consent.text).toContain('approve it');
    expect(trail.find(({ type }) => type === 'signed')!.documents).toEqual(sentEvent.documents);
    expect(await mailTo(EMMY.email, /Completed/)).toBeTruthy();
  });

  it('ends the request for everyone when an approver declines with a reason', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY, OTTO], { signers: [ANNA, JONAS] });
    const [emmy] = sent.readers as [SigningVisitor];
    await mailTo(OTTO.email, /For your information/);
    expect((await emmy.post('reject', { reason: ' ' })).status).toBe(400);
    expect((await emmy.post('reject', { reason: 'The rent is wrong' })).html).toContain('The rent is wrong');
    expect(await sent.status()).toBe('created');
    await emmy.post('reject', { reason: 'The rent is wrong', confirmed: 'yes' });
    expect(await sent.status()).toBe('rejected');
    const [first] = await sent.recipients();
    expect(first).toMatchObject({ status: 'rejected', reason: 'The rent is wrong' });
    expect((await sent.visitors[0]!.get('')).html).toContain('was not approved');
    expect((await sent.visitors[0]!.sign()).location).toBe('');
    for (const email of [ANNA.email, OTTO.email]) {
      const mail = (await mailTo(email, /Declined/))!;
      expect(mail.text).toContain('Emmy Noether has declined to approve');
      expect(mail.text).not.toContain('The rent is wrong');
    }
    expect(await trailOf(sent.path)).toContainEqual(
      expect.objectContaining({ type: 'rejected', reason: 'The rent is wrong' }),
    );
  });

  it('waits for a reader who is required, never for others, and keeps which document they saw', async () => {
    const ida = { ...LISE, email: 'ida@readers.test', name: 'Ida Noddack' };
    const sent = await sendWithRecipients(test, acme, [{ ...LISE, required: true, order: 0 }, ida, OTTO], {
      signers: [{ ...ANNA, order: 1 }],
    });
    const [lise, reader] = sent.readers as [SigningVisitor, SigningVisitor];
    const [anna] = sent.visitors as [SigningVisitor];
    expect((await anna.get('consent')).html).toContain('It’s not your turn yet');
    expect((await lise.get('document')).html).toContain('I have read it');
    expect((await lise.post('viewed', {})).location).toBe('');
    expect((await anna.sign()).location).toBe('/done');
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const viewed = (await trailOf(sent.path)).filter(({ type }) => type === 'viewed');
    expect(viewed).toHaveLength(1);
    expect(viewed[0]!.documents).toEqual([{ n: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect((await reader.post('viewed', {})).location).toBe('');
    expect((await statusesOf(sent)).slice(0, 2)).toEqual(['viewed', 'pending']);
  });

  it('shows an approver what was entered before, and asks again for what they have not seen', async () => {
    const sent = await sendWithRecipients(test, acme, [{ ...EMMY, order: 2 }], {
      signers: [
        { ...ANNA, order: 1 },
        { ...JONAS, order: 2 },
      ],
    });
    const [emmy] = sent.readers as [SigningVisitor];
    expect((await emmy.get('')).html).toContain('It’s not your turn yet');
    expect((await emmy.post('approve', { agree: 'yes' })).location).toBe('');
    expect(await statusesOf(sent)).toEqual(['pending']);
    await sent.visitors[0]!.sign();
    const before = shownOn(await emmy.get('approve'));
    await sent.visitors[1]!.sign();
    const again = await emmy.post('approve', { agree: 'yes', shown: before });
    expect(again.html).toContain('Others have signed since you opened this page');
    expect(await statusesOf(sent)).toEqual(['pending']);
    expect((await emmy.post('approve', { agree: 'yes', shown: shownOn(again) })).location).toBe('');
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const { shown } = (await trailOf(sent.path)).find(({ type }) => type === 'approved')!;
    expect((shown as { signers: object[] }).signers).toHaveLength(2);
  });

  it('seals only after the approver who comes last', async () => {
    const sent = await sendWithRecipients(test, acme, [{ ...EMMY, order: 5 }], {
      signers: [{ ...ANNA, order: 1 }],
    });
    await sent.visitors[0]!.sign();
    expect(await sent.status()).toBe('partially_signed');
    await mailTo(EMMY.email, /asks you to approve/);
    const [emmy] = sent.readers as [SigningVisitor];
    const page = await emmy.get('approve');
    await emmy.post('approve', { agree: 'yes', shown: shownOn(page) });
    await until('it is completed', async () => (await sent.status()) === 'completed');
  });

  it('lets one address sign and approve, and gives copies at the end only the completed document', async () => {
    const atEnd = { ...OTTO, email: 'end@readers.test', when: 'completed' };
    const both = { email: 'both@people.test', name: 'Irène Joliot' };
    const recipients = [{ ...both, action: 'approve' }, atEnd];
    const sent = await sendWithRecipients(test, acme, recipients, { signers: [both] });
    await sent.readers[0]!.post('approve', { agree: 'yes' });
    await sent.visitors[0]!.sign();
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const mail = (await mailTo(atEnd.email, /Completed/))!;
    expect(mail.attachments).toHaveLength(2);
    const ofOtto = mailbox.mails.filter((each) => each.recipients.includes(atEnd.email));
    expect(ofOtto.length).toBe(1);
    await until('the copy is told', async () => (await statusesOf(sent)).join() === 'approved,told');
    const ofBoth = mailbox.mails.filter(
      (each) => each.recipients.includes(both.email) && /Completed/.test(each.subject ?? ''),
    );
    expect(ofBoth.length).toBe(1);
  });

  it('reminds, corrects the address, adds copies and removes them', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY]);
    const { id } = (await sent.recipients())[0]!;
    const path = `${sent.path}/recipients`;
    expect((await acme.api.post(`${path}/${id}/remind`)).body).toEqual({
      message: `Reminder sent to ${EMMY.email}`,
    });
    await mailTo(EMMY.email, /Reminder/);
    const [old] = sent.readers as [SigningVisitor];
    const changed = await acme.api.patch(`${path}/${id}`, { email: 'emilie@readers.test' });
    expect(changed).toMatchObject({ status: 200, body: { email: 'emilie@readers.test', status: 'pending' } });
    expect((await old.get('')).status).toBe(410);
    expect((await old.post('approve', { agree: 'yes' })).location).toBe('');
    expect(await statusesOf(sent)).toEqual(['pending']);
    expect((await mailTo('emilie@readers.test', /asks you to approve/))!.text).toMatch(READ_LINK);

    const added = await acme.api.post(path, { ...OTTO });
    expect(added).toMatchObject({ status: 201, body: { action: 'copy', when: 'sent' } });
    expect(await acme.api.post(path, { ...OTTO })).toMatchObject({
      status: 400,
      body: { code: 'recipient_repeated' },
    });
    expect((await acme.api.post(path, { ...LISE })).body.code).toBe('recipient_copies_only');
    const [, copy] = await readersOf(test, { organizationId: acme.organizationId, id: sent.id });
    expect((await copy!.get('document')).status).toBe(200);
    expect((await acme.api.delete(`${path}/${added.body.id}`)).status).toBe(200);
    expect((await copy!.get('')).status).toBe(410);
    expect((await copy!.get('file')).status).toBe(404);
    expect((await acme.api.delete(`${path}/${id}`)).body.code).toBe('recipient_required');
    const [emilie] = await readersOf(test, { organizationId: acme.organizationId, id: sent.id });
    await emilie!.post('approve', { agree: 'yes' });
    expect((await acme.api.post(`${path}/${id}/remind`)).body.code).toBe('recipient_acted');
    expect((await acme.api.patch(`${path}/${id}`, { email: 'x@readers.test' })).body.code).toBe(
      'recipient_acted',
    );
  });

  it('refuses what does not go together, naming each fault', async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}/send`;
    const send = async (recipients: object[]) =>
      (await acme.api.post(path, { signers: [ANNA], recipients })).body as {
        code: string;
        details: unknown[];
      };
    expect((await send([{ ...EMMY, action: 'sign' }])).code).toBe('recipient_action_unknown');
    expect((await send([{ ...EMMY, when: 'sent' }])).code).toBe('recipient_when_invalid');
    expect((await send([{ ...OTTO, when: 'turn' }])).code).toBe('recipient_when_invalid');
    expect((await send([{ ...LISE, when: 'completed' }])).code).toBe('recipient_when_invalid');
    expect((await send([{ ...LISE, when: 'later' }])).code).toBe('recipient_when_invalid');
    expect((await send([{ ...OTTO, required: true }])).code).toBe('validation_failed');
    expect((await send([{ ...EMMY, unknown: 1 }])).code).toBe('validation_failed');
    expect((await send([EMMY, { ...EMMY, email: EMMY.email.toUpperCase() }])).code).toBe(
      'recipient_repeated',
    );
    expect((await send([{ ...EMMY, email: ANNA.email, separateApprover: true }])).code).toBe(
      'approver_is_signer',
    );
    const many = Array.from({ length: 100 }, (_, index) => ({ ...OTTO, email: `c${index}@readers.test` }));
    expect((await send(many)).code).toBe('too_many_recipients');
    const all = await send([
      { ...EMMY, action: 'x' },
      { ...OTTO, when: 'turn' },
    ]);
    expect(all.details).toHaveLength(2);
  });

  it('tells those who were told of the end, and closes the links of a cancelled request', async () => {
    const late = { ...LISE, order: 7 };
    const sent = await sendWithRecipients(test, acme, [EMMY, OTTO, late]);
    await mailTo(OTTO.email, /For your information/);
    await acme.api.delete(sent.path);
    for (const email of [EMMY.email, OTTO.email]) expect(await mailTo(email, /Cancelled/)).toBeTruthy();
    expect(mailbox.mails.some(({ recipients }) => recipients.includes(LISE.email))).toBe(false);
    for (const reader of sent.readers) {
      expect((await reader.get('')).status).toBe(410);
      expect((await reader.get('file')).status).toBe(404);
    }
    expect((await acme.api.get(`${sent.path}/recipients`)).status).toBe(404);
  });
});
