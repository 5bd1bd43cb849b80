import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { sendRequest } from '../support/signing-requests.js';

/** As browsers send a field of a file when none was chosen. */
const NO_LOGO = { name: '', bytes: Buffer.alloc(0) };
const BRITISH = { 'accept-language': 'en-GB,en;q=0.9' };

describe('times on the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test?.close());
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const choose = (timeZone: string, locale = '') =>
    owner.send('account/reading', { locale, timeZone }, 'account');
  const foot = async () => /Times: ([^<·]+?)\s*[<·]/.exec((await owner.get('signatures')).html)?.[1];
  /** A request with everything that happened to it at this time. */
  const requestAt = async (time: string): Promise<number> => {
    const { id } = await sendRequest(test, acme, 'fast');
    await test.dataSource.query(
      'update signatures set created_at = $2, updated_at = $2, date_sent = $2 where id = $1',
      [id, time],
    );
    return id;
  };

  it('shows times in the zone that the person chose, or else in that of the device, of the organization, or UTC', async () => {
    const id = await requestAt('2026-01-31T23:30:00.000Z');
    const shown = async (headers = BRITISH) => (await owner.get(`signatures/${id}`, headers)).html;
    expect(await shown()).toContain('31 January 2026 at 23:30 UTC');
    expect(await foot()).toBe('UTC');

    const form = { name: 'Acme', timeZone: 'Asia/Tokyo', color: '', contactLine: '', locale: '' };
    expect(await owner.upload('settings', form, NO_LOGO)).toMatchObject({ status: 303 });
    expect(await shown()).toContain('1 February 2026 at 08:30 GMT+9');

    owner.cookies.set('countersign_time_zone', 'America/New_York');
    expect(await shown()).toContain('31 January 2026 at 18:30 GMT-5');
    expect(await shown({ 'accept-language': 'en-US' })).toContain('January 31, 2026 at 6:30 PM EST');
    expect(await foot()).toBe('America/New York');

    expect(await choose('Europe/Berlin')).toMatchObject({ status: 303 });
    expect(await shown()).toContain('1 February 2026 at 00:30 CET');
    expect((await owner.get('account')).html).toMatch(/<option selected>Europe\/Berlin</);
    expect(await choose('')).toMatchObject({ status: 303 });
    expect(await foot()).toBe('America/New York');
    owner.cookies.set('countersign_time_zone', '<script>');
    expect(await foot()).toBe('Asia/Tokyo');
  });

  it('refuses a zone or a language that does not exist, and keeps the one that was chosen', async () => {
    await choose('Europe/Berlin');
    for (const [zone, locale, problem] of [
      ['Europe/Atlantis', '', 'Choose one of the time zones.'],
      ['+02:00', '', 'Choose one of the time zones.'],
      ['UTC', 'tlh', 'Choose one of the languages.'],
    ] as const) {
      const refused = await choose(zone, locale);
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain(problem);
    }
    expect(await foot()).toBe('Europe/Berlin');
  });

  it('reads the days and times of filters in the zone that it shows', async () => {
    await choose('Europe/Berlin');
    const [before, first] = [
      await requestAt('2026-01-31T22:59:59.999Z'),
      await requestAt('2026-01-31T23:00:00.000Z'),
    ];
    const found = async (query: string) => {
      const { html } = await owner.get(`signatures?${query}`);
      expect(html).toContain('Sent from (Europe/Berlin)');
      return [before, first].filter((id) => html.includes(`/dashboard/signatures/${id}?`));
    };
    expect(await found('dateFrom=2026-02-01')).toEqual([first]);
    expect(await found('dateTo=2026-01-31')).toEqual([before]);
    expect(await found('dateFrom=2026-01-31&dateTo=2026-02-01')).toEqual([before, first]);

    const deliveries = await owner.get('deliveries?from=2026-02-01T00:00&to=2026-02-01T00:05');
    expect(deliveries.html).toContain('From (Europe/Berlin)');
    const { html } = await owner.get('deliveries/replays/new');
    const preset = /replays\/new\?from&#x3D;(\S+?)&amp;to&#x3D;(\S+?)"/.exec(html)!;
    const hour = preset.slice(1).map((text) => decodeURIComponent(text));
    const berlin = new Intl.DateTimeFormat('sv', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const nearNow = [0, 1].map((minutes) => berlin.format(Date.now() - minutes * 60_000).replace(' ', 'T'));
    expect(nearNow).toContain(hour[1]);
  });

  inDepth('reads the deadline and the time of sending in the zone that it shows', async () => {
    await choose('Europe/Berlin');
    const lease = { name: 'Lease.pdf', bytes: await textPdf() };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const [, id] = /signatures\/(\d+)/.exec(location!)!;
    const signer = { 'email-0': 'ana@people.test', 'person-0': 'Ana', 'order-0': '1', subject: 'Lease' };
    const save = (times: Record<string, string>) =>
      owner.send(`signatures/${id}/signers`, { ...signer, ...times });
    const planned = async () => {
      const [row] = await test.dataSource.query<{ plan: Record<string, string> }[]>(
        'select plan from send_plans where signature_id = $1',
        [id],
      );
      return [row!.plan.expiresDate, row!.plan.scheduledDate];
    };
    expect(await save({ expires: '2999-03-31', scheduled: '2999-03-30T09:15' })).toMatchObject({
      status: 303,
    });
    expect(await planned()).toEqual(['2999-03-31T21:59:59.999Z', '2999-03-30T08:15:00.000Z']);
    const { html } = await owner.get(`signatures/${id}/signers`);
    expect(html).toMatch(/name="expires"[^>]*value="2999-03-31"/);
    expect(html).toMatch(/name="expiresTime"[^>]*value=""/);
    expect(html).toMatch(/name="scheduled"[^>]*value="2999-03-30T09:15"/);
    expect((await owner.get(`signatures/${id}/check`, BRITISH)).html).toContain(
      '31 March 2999 at 23:59 CEST',
    );

    await save({ expires: '2999-03-31', expiresTime: '12:00' });
    expect(await planned()).toEqual(['2999-03-31T10:00:00.000Z', undefined]);
    await choose('UTC');
    const again = (await owner.get(`signatures/${id}/signers`)).html;
    expect(again).toMatch(/name="expiresTime"[^>]*value="10:00"/);
    expect(await save({ expires: '2999-02-30' })).toMatchObject({ status: 400 });
    expect(await save({ expiresTime: '10:00' })).toMatchObject({ status: 400 });
  });
});
