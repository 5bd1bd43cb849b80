import { CodeLimits } from '../../src/signing/code-limits.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox, ONE_TIME_CODE } from '../support/mailbox.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const COUNT = 'select count, since from hourly_counts where count > 1 order by count desc';

describe('limits on codes over all links', () => {
  let test: TestApp;
  let acme: TestOrganization;

  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ trustedProxies: ['127.0.0.1'], smtpUrl: mailbox.url });
    acme = await test.createOrganization();
  });
  afterAll(async () => {
    await test?.close();
    await mailbox.stop();
  });

  const codeSentTo = (email: string) =>
    until('the code arrives', () =>
      mailbox.mails
        .filter(({ recipients }) => recipients.includes(email))
        .map(({ text }) => ONE_TIME_CODE.exec(text ?? '')?.[1])
        .find((code) => code !== undefined),
    );

  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const advanced = (signers: { email: string; name: string }[]) =>
    sendRequest(test, acme, 'advanced', signers);

  inDepth(
    'slows a network that requests more than a hundred codes an hour, but refuses none',
    async () => {
      const waits: number[] = [];
      test.app.get(CodeLimits, { strict: false }).wait = async (ms) => void waits.push(ms);
      const names = Array.from({ length: 100 }, (_none, index) => `signer${index}`);
      const request = await advanced(names.map((name) => ({ email: `${name}@signers.test`, name })));
      expect(request.visitors).toHaveLength(100);
      const landing = await request.visitors[99]!.get();
      expect(landing).toMatchObject({ status: 200 });
      expect(landing.html).toContain('signer42');
      for (const [index, visitor] of request.visitors.entries()) {
        const { location } = await visitor.post('code/send', {}, from(`2001:db8:1:2::${index.toString(16)}`));
        expect([index, location]).toEqual([index, '/code']);
      }
      const other = (await advanced([{ email: 'other@signers.test', name: 'Other' }])).visitors[0]!;
      expect(waits).toEqual([]);
      expect((await other.post('code/send', {}, from('2001:db8:1:2:ffff::1'))).location).toBe('/code');
      expect(waits).toEqual([5_000]);
      const { visitors } = await advanced([{ email: 'third@signers.test', name: 'Third' }]);
      expect((await visitors[0]!.post('code/send', {}, from('2001:db8:1:3::1'))).location).toBe('/code');
      expect(waits).toEqual([5_000]);
      expect(await test.dataSource.query(COUNT)).toHaveLength(1);
    },
    120_000,
  );

  it('allows twenty codes an hour to one mailbox, over any number of requests', async () => {
    const anna = { email: 'Flooded@signers.test', name: 'Anna' };
    for (let sent = 0; sent < 20; sent++) {
      const { visitors } = await advanced([anna]);
      expect((await visitors[0]!.post('code/send', {}, from(`198.51.100.${sent}`))).location).toBe('/code');
    }
    const { visitors } = await advanced([{ ...anna, email: 'flooded@SIGNERS.test' }]);
    const refused = await visitors[0]!.post('code/send', {}, from('198.51.100.99'));
    expect(refused.html).toContain('Too many codes have been requested');
    await test.database.moveClock('61 minutes');
    expect((await visitors[0]!.post('code/send', {}, from('198.51.100.99'))).location).toBe('/code');
  });

  inDepth(
    'slows tries from a network with fifty wrong codes, but never refuses a right one',
    async () => {
      const waits: number[] = [];
      test.app.get(CodeLimits, { strict: false }).wait = async (ms) => void waits.push(ms);
      const emails = Array.from({ length: 11 }, (_none, index) => `colleague${index}@signers.test`);
      const { visitors } = await advanced(emails.map((email) => ({ email, name: 'Colleague' })));
      const [office, elsewhere] = [from('203.0.113.7'), from('203.0.113.8')];
      const codes = await Promise.all(
        visitors.map(async (visitor, index) => {
          expect((await visitor.post('code/send', {}, elsewhere)).location).toBe('/code');
          return codeSentTo(emails[index]!);
        }),
      );
      for (const [index, visitor] of visitors.slice(1).entries()) {
        const wrong = String((Number(codes[index + 1]) + 1) % 1_000_000).padStart(6, '0');
        for (let tries = 0; tries < 5; tries++) await visitor.post('code', { code: wrong }, office);
      }
      expect(waits).toEqual([]);
      expect((await visitors[0]!.post('code', { code: codes[0]! }, office)).location).toBe('/document');
      expect(waits).toEqual([5_000]);
    },
    120_000,
  );

  inDepth(
    'tries codes from such a network one after the other, and lets few wait',
    async () => {
      const limits = test.app.get(CodeLimits, { strict: false });
      const network = from('203.0.113.9');
      const emails = Array.from({ length: 12 }, (_none, index) => `at-once${index}@signers.test`);
      const { visitors } = await advanced(emails.map((email) => ({ email, name: 'Colleague' })));
      const [waiting, gates] = [{ now: 0, most: 0 }, [] as (() => void)[]];
      limits.wait = async () => {
        waiting.most = Math.max(waiting.most, ++waiting.now);
        await new Promise<void>((resolve) => gates.push(resolve));
        waiting.now--;
      };
      await Promise.all(
        visitors.map((visitor, at) => visitor.post('code/send', {}, from(`198.51.101.${at}`))),
      );
      for (const email of emails) await codeSentTo(email);
      const statuses: number[] = [];
      const miss = async (visitor: (typeof visitors)[number]) => {
        statuses.push((await visitor.post('code', { code: 'wrong' }, network)).status);
      };
      const tries = async (visitor: (typeof visitors)[number]) => {
        for (let tries = 0; tries < 5; tries++) await miss(visitor);
      };
      await Promise.all(visitors.slice(2).map(tries));
      expect(waiting.most).toBe(0);
      const further = visitors
        .slice(0, 2)
        .flatMap((visitor) => Array.from({ length: 5 }, () => miss(visitor)));
      // One waits, five wait behind it, and four are refused.
      await until('six wait', () => statuses.length === 54);
      await until('all have been tried', () => {
        gates.shift()?.();
        return statuses.length === 60;
      });
      await Promise.all(further);
      expect({ most: waiting.most, refused: statuses.filter((status) => status === 429).length }).toEqual({
        most: 1,
        refused: 4,
      });
      // A refused try does not count as a wrong code; the other counts are of requested codes.
      const counted = await test.dataSource.query(
        'select count from hourly_counts where count between 51 and 99',
      );
      expect(counted).toEqual([{ count: 56 }]);
    },
    120_000,
  );
});
