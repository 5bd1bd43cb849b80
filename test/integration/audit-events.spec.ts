import { createHash } from 'node:crypto';
import { type ChainedEvent, verifyChain } from '../../src/audit-chain/audit-chain.js';
import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { ANNA, sendRequest, type SentRequest, visitorOf } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

const FORGED = '203.0.113.66';
const CLIENT = '198.51.100.7';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the events of the audit trail', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let count = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const newEmail = () => `signer${++count}@signers.test`;
  const eventsOf = async ({ id }: SentRequest, type: string): Promise<ChainedEvent[]> =>
    (await trailOf(test.dataSource, id)).filter((event) => event.type === type);
  const eventOf = async (request: SentRequest, type: string): Promise<ChainedEvent> =>
    (await until(`the event ${type}`, async () => (await eventsOf(request, type)).at(-1)))!;

  it('records the device’s language always, and its time zone if a script reports a valid one', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const [anna] = request.visitors;
    const headers = { 'user-agent': 'Browser/1', 'accept-language': 'es-MX,es;q=0.9' };
    await anna!.open('key', headers);
    const device = { ip: '127.0.0.1', userAgent: 'Browser/1', language: 'es-MX' };
    expect((await eventOf(request, 'opened')).data).toEqual({
      ...device,
      act: 'key',
      timeZone: null,
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await anna!.post('consent', { agree: 'yes', timeZone: 'America/Mexico_City' }, headers);
    expect((await eventOf(request, 'signed')).data).toMatchObject({
      ...device,
      timeZone: 'America/Mexico_City',
    });
  });

  inDepth('records the API key, address and user agent of calls', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const headers = { 'user-agent': 'Client/2', 'x-forwarded-for': FORGED };
    await acme.api.get(`${request.path}/document`, { headers });
    const [key] = await test.dataSource.query<{ id: number }[]>(
      'select id from api_keys where organization_id = $1',
      [acme.organizationId],
    );
    const caller = { apiKeyId: key!.id, ip: '127.0.0.1' };
    expect((await eventOf(request, 'downloaded')).data).toEqual({
      ...caller,
      userAgent: 'Client/2',
      document: 'original',
    });
    await acme.api.patch(`${request.path}/signers/${request.signerIds[0]}`, { email: newEmail() });
    await acme.api.post(`${request.path}/signers/${request.signerIds[0]}/notification`);
    await acme.api.delete(request.path);
    for (const type of ['created', 'sent', 'email_changed', 'reminded', 'cancelled'])
      expect((await eventOf(request, type)).data).toMatchObject(caller);
    expect(verifyChain(await trailOf(test.dataSource, request.id)).isWhole).toBe(true);
  });

  it('records no invalid time zone or language', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const fields = { agree: 'yes', timeZone: 'Europe/<script>' };
    await request.visitors[0]!.post('consent', fields, { 'accept-language': '"><b>' });
    expect((await eventOf(request, 'signed')).data).toMatchObject({ language: null, timeZone: null });
  });

  it('records the exact consent text, before the signature', async () => {
    const request = await sendRequest(test, acme, 'self_signed', [ANNA], { documentName: 'Lease "A" & <B>' });
    const [anna] = request.visitors;
    const shown = /name="agree"[^>]*><span>(.*?)<\/span>/s.exec((await anna!.get('consent')).html)![1]!;
    await anna!.sign({ typed: 'Anna Eriksson' });
    const consent = await eventOf(request, 'consent');
    const signed = await eventOf(request, 'signed');
    const words = shown
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(consent.data).toMatchObject({ text: words, version: '2', locale: 'en', sha256: sha256(words) });
    expect(consent.signerId).toBe(request.signerIds[0]);
    expect(signed.number).toBe(consent.number + 1);
    expect(signed.data).toMatchObject({
      name: ANNA.name,
      method: 'typed',
      markSha256: sha256(canonicalJson({ kind: 'typed', text: 'Anna Eriksson' })),
    });
  });

  it('records once that the document was viewed to the end, and again for a new address', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const [anna] = request.visitors;
    const read = () => anna!.post('document/read', { act: 'scroll', timeZone: 'Europe/Madrid' });
    expect([(await read()).status, (await read()).status]).toEqual([204, 204]);
    expect(await eventsOf(request, 'document_read')).toHaveLength(1);
    expect((await eventOf(request, 'document_read')).data).toMatchObject({ timeZone: 'Europe/Madrid' });
    const signerId = request.signerIds[0]!;
    await acme.api.patch(`${request.path}/signers/${signerId}`, { email: newEmail() });
    await anna!.post('document/read', { act: 'scroll' });
    expect(await eventsOf(request, 'document_read')).toHaveLength(1);
    await (
      await visitorOf(test, acme.organizationId, signerId)
    ).post('document/read', {
      act: 'touch',
    });
    expect(await eventsOf(request, 'document_read')).toHaveLength(2);
  });

  it('does not record a document as read before the signer may read it', async () => {
    const request = await sendRequest(test, acme, 'advanced');
    expect((await request.visitors[0]!.post('document/read', { act: 'key' })).status).toBe(204);
    expect(await eventsOf(request, 'document_read')).toEqual([]);
  });

  it('records the mail server’s replies, for accepted and refused mails', async () => {
    const refused = newEmail();
    mailbox.refuse(refused, { code: 550, message: 'No such user here' });
    const request = await sendRequest(test, acme, 'fast', [{ email: newEmail() }, { email: refused }]);
    const accepted = await eventOf(request, 'email_accepted');
    expect(accepted).toMatchObject({ signerId: request.signerIds[0], data: { mail: 'invitation' } });
    expect(accepted.data.reply).toMatch(/^250 /);
    expect(await eventOf(request, 'email_failed')).toMatchObject({
      signerId: request.signerIds[1],
      data: { mail: 'invitation', reason: '550 No such user here' },
    });
  });

  it('records mails with codes like all others', async () => {
    const request = await sendRequest(test, acme, 'advanced', [{ email: newEmail() }]);
    await request.visitors[0]!.post('code/send');
    const isOfCode = ({ data }: ChainedEvent) => data.mail === 'one-time-code';
    await until('the code was sent', async () => (await eventsOf(request, 'email_accepted')).find(isOfCode));
    expect(verifyChain(await trailOf(test.dataSource, request.id)).isWhole).toBe(true);
  });

  it('takes no address from forged forwarding headers', async () => {
    const request = await sendRequest(test, acme, 'fast');
    await request.visitors[0]!.get('', { 'x-forwarded-for': FORGED });
    expect((await eventOf(request, 'link_fetched')).data.ip).toBe('127.0.0.1');
  });

  it('trusts configured proxies, but only what they add', async () => {
    const behind = await startTestApp({ trustedProxies: ['127.0.0.1/32'] });
    try {
      const organization = await behind.createOrganization();
      const request = await sendRequest(behind, organization, 'fast');
      await request.visitors[0]!.get('', { 'x-forwarded-for': `${FORGED}, ${CLIENT}` });
      const fetched = (await trailOf(behind.dataSource, request.id)).find(
        ({ type }) => type === 'link_fetched',
      );
      expect(fetched!.data.ip).toBe(CLIENT);
    } finally {
      await behind.close();
    }
  });
});
