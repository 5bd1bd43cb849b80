import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { EMMY, LISE, OTTO, type RequestWithReaders, sendWithRecipients } from '../support/recipients.js';
import { sendRequest } from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

/** Every page and action that only a signer has. */
const SIGNERS_PAGES = [
  '',
  'code',
  'document',
  'file',
  'copy',
  'text',
  'identity',
  'consent',
  'reject',
  'hand-over',
];
const SIGNERS_ACTIONS = [
  'code/send',
  'code',
  'identity',
  'entries',
  'consent',
  'picture',
  'phone',
  'reject',
  'hand-over',
];
const READERS_PAGES = ['', 'document', 'file', 'text', 'approve', 'reject', 'copy'];

describe('links of those who do not sign', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const trailOf = async (path: string) =>
    (await acme.api.get(`${path}/audit-trail`)).body.items as { type: string }[];
  const countOf = async (path: string, wanted: string) =>
    (await trailOf(path)).filter(({ type }) => type === wanted).length;

  it('never open a page or an action of a signer, nor the other way round', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY, LISE, OTTO]);
    for (const reader of sent.readers) {
      const asSigner = new SigningVisitor(`${test.url}/sign/${reader.token}`);
      for (const page of SIGNERS_PAGES) expect((await asSigner.get(page)).status).toBe(404);
      for (const action of SIGNERS_ACTIONS)
        expect((await asSigner.post(action, { agree: 'yes', confirmed: 'yes', reason: 'x' })).status).toBe(
          404,
        );
    }
    const [anna] = sent.visitors as [SigningVisitor];
    const asReader = new SigningVisitor(`${test.url}/read/${anna.token}`);
    for (const page of READERS_PAGES) expect((await asReader.get(page)).status).toBe(404);
    for (const action of ['approve', 'viewed', 'reject'])
      expect((await asReader.post(action, { agree: 'yes', confirmed: 'yes', reason: 'x' })).status).toBe(404);
    expect(await sent.status()).toBe('created');
    expect((await sent.recipients()).map(({ status }) => status)).not.toContain('approved');
  });

  it('let a copy or a reader neither approve, decline nor confirm what is not theirs', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY, LISE, OTTO]);
    const [emmy, lise, otto] = sent.readers as [SigningVisitor, SigningVisitor, SigningVisitor];
    const form = { agree: 'yes', confirmed: 'yes', reason: 'No' };
    for (const reader of [lise, otto])
      for (const action of ['approve', 'reject']) await reader.post(action, form);
    for (const reader of [emmy, otto]) await reader.post('viewed', form);
    expect((await sent.recipients()).map(({ action, status }) => [action, status])).toEqual([
      ['approve', 'pending'],
      ['view', 'pending'],
      ['copy', expect.stringMatching(/^(pending|told)$/)],
    ]);
    expect(await sent.status()).toBe('created');
    for (const page of ['approve', 'reject']) expect((await otto.get(page)).location).toBe('');
    expect((await otto.get('copy')).status).toBe(404);
  });

  it('record one approval of many at once', async () => {
    const sent = await sendWithRecipients(test, acme, [EMMY]);
    const [emmy] = sent.readers as [SigningVisitor];
    const posts = Array.from({ length: 200 }, () => emmy.post('approve', { agree: 'yes' }));
    const answers = await Promise.all(posts);
    expect(answers.every(({ status }) => [303, 429, 503].includes(status))).toBe(true);
    expect(await countOf(sent.path, 'approved')).toBe(1);
    expect((await emmy.post('reject', { reason: 'No', confirmed: 'yes' })).location).toBe('');
    expect(await sent.status()).toBe('created');
  });

  it('leave either a rejection or a signature when an approver declines while a signer signs', async () => {
    for (let round = 0; round < 8; round++) {
      const sent = await sendWithRecipients(test, acme, [{ ...EMMY, order: 0 }], {
        signers: [{ email: 'anna@signers.test', name: 'Anna', order: 0 }],
      });
      const [[emmy], [anna]] = [sent.readers, sent.visitors] as [[SigningVisitor], [SigningVisitor]];
      await Promise.all([emmy.post('reject', { reason: 'No', confirmed: 'yes' }), anna.sign()]);
      const [rejections, signatures] = [
        await countOf(sent.path, 'rejected'),
        await countOf(sent.path, 'signed'),
      ];
      expect(rejections).toBe(1);
      expect(signatures).toBeLessThanOrEqual(1);
      // Whoever comes first: a refused approval ends the request.
      expect(await sent.status()).toBe('rejected');
    }
  });

  it('are useless to other organizations and for other requests', async () => {
    const rival = await test.createOrganization({ name: 'Rival' });
    const sent = await sendWithRecipients(test, acme, [EMMY, OTTO]);
    const { id } = (await sent.recipients())[0]!;
    const path = `${sent.path}/recipients`;
    const answers = [
      await rival.api.get(path),
      await rival.api.post(path, { ...OTTO }),
      await rival.api.post(`${path}/${id}/remind`),
      await rival.api.patch(`${path}/${id}`, { email: 'x@readers.test' }),
      await rival.api.delete(`${path}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const other = await sendRequest(test, rival, 'fast');
    expect((await rival.api.post(`${other.path}/recipients/${id}/remind`)).status).toBe(404);
    expect((await rival.api.delete(`${other.path}/recipients/${id}`)).status).toBe(404);
    expect((await sent.recipients()).map(({ email }) => email)).toEqual([EMMY.email, OTTO.email]);
  });

  it('do nothing once the request has expired', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const sent: RequestWithReaders = await sendWithRecipients(test, acme, [EMMY, LISE], {
      expiresDate: soon,
    });
    await test.dataSource.query('update signatures set expires_date = app_now() where id = $1', [sent.id]);
    const [emmy, lise] = sent.readers as [SigningVisitor, SigningVisitor];
    await emmy.post('approve', { agree: 'yes' });
    await lise.post('viewed', {});
    expect((await sent.recipients()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect((await emmy.get('')).status).toBe(410);
    expect((await emmy.get('file')).status).toBe(404);
    await until('nothing is recorded', async () => (await countOf(sent.path, 'approved')) === 0);
  });
});
