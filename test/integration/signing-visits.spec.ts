import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

const PAGES = [
  '',
  'code',
  'document',
  'text',
  'file',
  'file?download',
  'identity',
  'state',
  'phone',
  'consent',
  'reject',
];
const SPECULATIVE: [headers: Record<string, string>, method?: string][] = [
  [{}, 'HEAD'],
  [{ 'sec-purpose': 'prefetch;prerender' }],
];
const PROGRAMS: [headers: Record<string, string>][] = [
  [{ 'user-agent': 'WhatsApp/2.23.20.0' }],
  [{ 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }],
];

describe('visits to signing links that change nothing, or one thing only once', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test.close());

  const tables = async (): Promise<string[]> =>
    (
      await test.dataSource.query(
        // Processes report themselves every few seconds, whoever visits.
        `select table_name from information_schema.tables
          where table_schema = 'public' and table_name <> 'live_processes' order by 1`,
      )
    ).map(({ table_name }: { table_name: string }) => table_name);

  /** A digest of all rows of all tables, when no job is left to change them. */
  async function everything(): Promise<Record<string, string>> {
    await until('no job is due', async () => {
      const due = await test.dataSource.query('select 1 from jobs where run_at <= app_now()');
      return due.length === 0;
    });
    const digests: Record<string, string> = {};
    for (const table of await tables()) {
      const [{ digest }] = await test.dataSource.query(
        `select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as digest from "${table}" r`,
      );
      digests[table] = digest;
    }
    return digests;
  }

  const typesOf = async ({ id }: SentRequest) => (await trailOf(test.dataSource, id)).map(({ type }) => type);

  it('speculative requests leave no trace, and programs only a record of their fetch', async () => {
    const requests = [
      await sendRequest(test, acme, 'fast', [ANNA, { ...JONAS, order: 2 }], { requireVerification: true }),
      await sendRequest(test, acme, 'advanced'),
    ];
    const visitors = requests.flatMap((request) => request.visitors);
    const visit = async (whoever: typeof SPECULATIVE) => {
      for (const [headers, method] of whoever) {
        for (const visitor of visitors) {
          for (const page of PAGES)
            expect((await visitor.get(page, headers, method)).status).toBeLessThan(500);
          if (method !== 'HEAD') expect((await visitor.open('pointer', headers)).status).toBe(204);
        }
      }
    };
    const before = await everything();
    await visit(SPECULATIVE);
    expect(await everything()).toEqual(before);
    await visit(PROGRAMS);
    const changed = Object.entries(await everything()).filter(([table, digest]) => digest !== before[table]);
    expect(changed.map(([table]) => table)).toEqual(['signature_audit_events']);
    const added = ['link_fetched', 'link_fetched'];
    for (const request of requests)
      expect((await typesOf(request)).slice(-2 * request.visitors.length)).toEqual(
        request.visitors.flatMap(() => added),
      );
  });

  inDepth('forms posted again after the end change nothing', async () => {
    const request = await sendRequest(test, acme, 'in_person', [ANNA, JONAS]);
    const [anna, jonas] = request.visitors;
    const form = { method: 'typed', typed: 'Anna Eriksson', witness: 'Hugo Host' };
    expect((await anna!.sign(form)).location).toBe('/done');
    const replay = async () => {
      const before = await everything();
      expect((await anna!.sign(form)).location).toBe('');
      expect((await anna!.sign({ ...form, typed: 'Somebody Else', witness: 'Nobody' })).location).toBe('');
      expect((await anna!.postForm('picture', {}, Buffer.from('%PDF'))).location).toBe('');
      for (const page of ['code/send', 'code', 'identity', 'document/read'])
        expect((await anna!.post(page, { code: '123456' })).status).toBeLessThan(500);
      expect((await anna!.post('reject', { reason: 'No', confirmed: 'yes' })).location).toBe('');
      expect(await everything()).toEqual(before);
    };
    await replay();
    expect((await jonas!.sign(form)).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    await replay();
    expect((await typesOf(request)).filter((type) => type === 'signed')).toHaveLength(2);
  });

  inDepth('two tabs signing at once in different ways: one succeeds, and its mark is kept', async () => {
    for (let round = 0; round < 3; round++) {
      const request = await sendRequest(test, acme, 'self_signed');
      const [anna] = request.visitors;
      const names = ['Anna Eriksson', 'A. M. Eriksson'];
      const answers = await Promise.all(names.map((typed) => anna!.sign({ method: 'typed', typed })));
      expect(answers.map(({ location }) => location).sort()).toEqual(['', '/done']);
      const [{ mark }] = await test.dataSource.query('select mark from signature_signers where id = $1', [
        request.signerIds[0],
      ]);
      expect(mark).toEqual({
        kind: 'typed',
        text: names[answers.findIndex(({ location }) => location !== '')],
      });
      const trail = await trailOf(test.dataSource, request.id);
      const signed = trail.filter(({ type }) => type === 'signed');
      const markSha256 = createHash('sha256').update(canonicalJson(mark)).digest('hex');
      expect(signed.map(({ data }) => data)).toEqual([expect.objectContaining({ markSha256 })]);
      expect(trail.filter(({ type }) => type === 'consent')).toHaveLength(1);
    }
  });

  inDepth('a hundred signers open their links: each sees their own page and is recorded once', async () => {
    const people = Array.from({ length: 100 }, (_none, index) => ({
      email: `signer${index}@signers.test`,
      name: index % 2 === 0 ? `Signer ${index}` : undefined,
    }));
    const request = await sendRequest(test, acme, 'fast', people);
    const pages = await Promise.all(request.visitors.map((visitor) => visitor.get()));
    for (const [index, { status, heading, html }] of pages.entries()) {
      expect([status, heading]).toEqual([200, 'Acme has asked you to sign a document']);
      const addresses = new Set(html.match(/signer\d+@signers\.test/g));
      expect([...addresses]).toEqual([people[index]!.email]);
    }
    const answers = await Promise.all(request.visitors.map((visitor) => visitor.open()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    const types = await typesOf(request);
    for (const once of ['link_fetched', 'opened'])
      expect(types.filter((type) => type === once)).toHaveLength(100);
  });
});
