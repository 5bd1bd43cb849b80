import { Transactions } from '../../src/platform/database/transactions.js';
import { SignatureAudit } from '../../src/signatures/signature-audit.js';
import { Signer } from '../../src/signatures/signers/signer.entity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest, type SentRequest, visitorOf } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const MOST = 20;

describe('the opening of a signing link', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const eventsOf = async ({ id }: SentRequest, ...types: string[]) =>
    (await trailOf(test.dataSource, id)).filter(({ type }) => types.includes(type));
  const actsOf = async (request: SentRequest) =>
    (await eventsOf(request, 'opened')).map(({ data }) => data.act);
  const dashboardOf = async ({ id }: SentRequest) => (await owner.get(`signatures/${id}`)).html;

  inDepth('records a program’s fetch with its address and agent, and not as an opening', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const [anna] = request.visitors;
    for (const agent of [CHROME, 'Mozilla/5.0 (compatible; Barracuda Sentinel)'])
      await anna!.get('', { 'user-agent': agent, 'accept-language': 'de' });
    const fetches = await eventsOf(request, 'link_fetched', 'opened');
    expect(fetches).toMatchObject([
      { type: 'link_fetched', signerId: request.signerIds[0], data: { ip: '127.0.0.1', userAgent: CHROME } },
      { type: 'link_fetched', data: { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' } },
    ]);
    expect(Object.keys(fetches[0]!.data).sort()).toEqual(['ip', 'salt', 'userAgent']);
    expect(await dashboardOf(request)).toContain('Not opened');
    const { locale } = await test.dataSource.manager.findOneByOrFail(Signer, { id: request.signerIds[0]! });
    expect(locale).toBeNull();
  });

  inDepth('does not let repeated requests fill the trail', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const [anna, jonas] = request.visitors;
    await Promise.all(Array.from({ length: 5 }, () => anna!.get('', { 'user-agent': CHROME })));
    expect(await eventsOf(request, 'link_fetched')).toHaveLength(1);
    for (const page of ['', 'file?download']) {
      for (let count = 0; count < MOST + 2; count++)
        await anna!.get(page, { 'user-agent': `Agent/${count}` });
    }
    expect(await eventsOf(request, 'link_fetched')).toHaveLength(MOST);
    expect(await eventsOf(request, 'downloaded')).toHaveLength(MOST);
    await jonas!.get();
    expect(await eventsOf(request, 'link_fetched')).toHaveLength(MOST + 1);
  });

  it('records what a person did first as the opening, once, in the language of their browser', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const [anna] = request.visitors;
    expect((await anna!.get()).html).toContain(`data-opened="/sign/${anna!.token}/opened"`);
    const german = { 'accept-language': 'de' };
    const answers = await Promise.all(['touch', 'scroll', 'touch'].map((act) => anna!.open(act, german)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await actsOf(request)).toHaveLength(1);
    expect((await anna!.get()).html).not.toContain('data-opened');
    expect(await dashboardOf(request)).not.toContain('Not opened');
    const { locale } = await test.dataSource.manager.findOneByOrFail(Signer, { id: request.signerIds[0]! });
    expect(locale).toBe('de');
  });

  it.each(['', 'form', 'click', 'toString'])('refuses a report of an act called "%s"', async (act) => {
    const request = await sendRequest(test, acme, 'fast');
    expect((await request.visitors[0]!.open(act)).status).toBe(400);
    expect((await request.visitors[0]!.post('document/read')).status).toBe(400);
    expect(await eventsOf(request, 'opened', 'document_read')).toEqual([]);
  });

  it.each<[form: string, type: string, fields: Record<string, string>]>([
    ['code/send', 'advanced', {}],
    ['code', 'advanced', { code: '000000' }],
    ['language', 'fast', { locale: 'fr' }],
    ['reject', 'fast', { reason: '' }],
    ['hand-over', 'fast', {}],
    ['consent', 'fast', {}],
    ['picture', 'self_signed', {}],
  ])(
    'records the first form sent, such as %s, as the opening, even if it is refused',
    async (form, type, fields) => {
      const request = await sendRequest(test, acme, type, [ANNA], {
        allowHandOver: type !== 'self_signed',
      });
      await request.visitors[0]!.post(form, fields);
      expect(await actsOf(request)).toEqual(['form']);
    },
  );

  it('records another opening for another address, and none once the link has done its work', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, { ...JONAS, order: 2 }]);
    const [anna, jonas] = request.visitors;
    await jonas!.open('key');
    const [, jonasId] = request.signerIds;
    await acme.api.patch(`${request.path}/signers/${jonasId}`, { email: 'jonas.b@signers.test' });
    await jonas!.open('touch');
    const corrected = await visitorOf(test, acme.organizationId, jonasId!);
    await corrected.open('scroll');
    expect((await anna!.sign()).location).toBe('/done');
    await anna!.open('pointer');
    expect(await actsOf(request)).toEqual(['key', 'scroll', 'form']);
  });

  inDepth(
    'an earlier version’s trail has no opening, and its certificate names the time of signing',
    async () => {
      const request = await sendRequest(test, acme, 'fast');
      const [signerId] = request.signerIds as [number];
      const facts = { ip: '192.0.2.7', userAgent: CHROME, language: 'en', timeZone: null };
      const key = { organizationId: acme.organizationId, signatureId: request.id, signerId };
      const audit = test.app.get(SignatureAudit, { strict: false });
      await test.app
        .get(Transactions, { strict: false })
        .run((tx) => audit.record(tx, { ...key, type: 'opened', data: facts }));
      expect(await dashboardOf(request)).toMatch(/Not opened[\s\S]*>Link fetched /);
      // An agent that calls itself a program opens nothing, so this trail has as little as one of an older process.
      await request.visitors[0]!.post('consent', { agree: 'yes' }, { 'user-agent': 'Simulator-bot' });
      await until('it is completed', async () => (await request.status()) === 'completed');
      const { body } = await acme.api.get(`${request.path}/certificate`);
      const words = pdfText(body as Buffer).replaceAll(/\s+/g, ' ');
      const [signed] = await eventsOf(request, 'signed');
      const signedAt = signed!.createdAt.slice(11, 19);
      expect(words).toContain('Link fetched');
      expect(words).not.toContain('Link opened');
      expect(words).toMatch(new RegExp(`used on [^,]+, ${signedAt} UTC`));
      expect(words).toMatch(new RegExp(`Sent Opened Verified Signed .* UTC ${signedAt} UTC ${signedAt} UTC`));
      // Only in the trail: the person may have been elsewhere.
      expect(words.split('192.0.2.7')).toHaveLength(2);
    },
  );
});
