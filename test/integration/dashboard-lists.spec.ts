import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { failedDelivery } from '../support/failed-delivery.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';

/** After everything: a place at which each list shows its newest rows. */
const PLACE = `${Date.now() + 3_600_000}-9007199254740991`;

/** A query as it stands in a page. */
const inHtml = (query: string) => query.replaceAll('&', '&amp;').replaceAll('=', '&#x3D;');

describe('the lists of the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  it.each([
    ['signatures', 'status=bogus'],
    ['signatures', 'type=bogus'],
    ['signatures', 'sortBy=bogus'],
    ['signatures', 'sortOrder=bogus'],
    ['signatures', 'before=bogus'],
    ['signatures', 'status=draft&status=bogus'],
    // Only requests in the order of sending can continue after one without a time.
    ['signatures', 'before=-7'],
    ['verifications', 'state=bogus'],
    ['verifications', 'before=bogus'],
    ['deliveries', 'subject=bogus'],
    ['deliveries', 'subject=signature'],
    ['deliveries', 'before=bogus'],
    ['deliveries', 'status=failed&status=bogus'],
    ['activity', 'before=bogus'],
    ['activity', 'before=0'],
    ['activity', 'kind=user&kind=bogus'],
  ])('%s names the unknown value of %s, and lists nothing', async (list, query) => {
    const value = [...new URLSearchParams(query).values()].join(', ');
    const { status, html } = await owner.get(`${list}?${query}`);
    expect(status).toBe(400);
    expect(html).toContain(`This list does not know “${value}”.`);
    expect(html).toContain('Correct the filter to see what matches.');
  });

  it.each([
    ['signatures/export.csv', 'sortBy=bogus'],
    ['signatures/export.zip', 'before=bogus'],
    ['verifications/export.csv', 'before=bogus'],
    ['activity/export.csv', 'before=bogus'],
    ['activity/export.json', 'before=bogus'],
  ])('%s leads to the list, which names the unknown value of %s', async (address, query) => {
    const { status, location } = await owner.get(`${address}?${query}`);
    expect([status, location]).toEqual([303, `/${address.split('/')[0]}?${query}`]);
  });

  it('chips count to a thousand, and say where there are more', async () => {
    const many = await test.createOrganization({ name: 'Many' });
    await test.dataSource.query(
      `insert into signatures (organization_id, created_by_user_id, type, status, sender_name, original_document_name,
         original_document_type, original_document_extension)
       select $1, $2, 'fast', case when n <= 1000 then 'draft' else 'expired' end, 'Many', 'Lease', 'application/pdf', 'pdf'
       from generate_series(1, 2001) n`,
      [many.organizationId, many.userId],
    );
    const { html } = await (await signedIn(test, many)).get('signatures');
    const chips = new Map(
      [...html.matchAll(/data-key="(\w+)"[^>]*>[^<]*<b>([^<]*)<\/b>/g)].map(([, state, count]) => [
        state,
        count,
      ]),
    );
    expect(chips.get('draft')).toBe('1,000');
    expect(chips.get('expired')).toBe('1,000+');
    expect(chips.get('all')).toBe('1,000+');
    expect(chips.get('completed')).toBe('0');
  });

  it('a request leads back to the list as it was, also after what was done there', async () => {
    const { id } = await sendRequest(test, acme, 'fast', [ANNA, JONAS], { subject: 'Please sign' });
    const query = `status=waiting&sortOrder=asc&before=${PLACE.replace(/^\d+/, '0')}`;
    const list = await owner.get(`signatures?${query}`);
    expect(list.html).toContain(`href="/dashboard/signatures/${id}?${inHtml(query)}"`);
    const page = `signatures/${id}?${query}`;
    const back = `href="/dashboard/signatures?${inHtml(query)}">Signatures<`;
    expect((await owner.get(page)).html).toContain(back);
    // Everybody was invited just now.
    const reminded = await owner.send(`signatures/${id}/remind?${query}`, {}, page);
    expect(reminded.location).toMatch(new RegExp(`^/signatures/${id}\\?status=waiting&.*&done=remindedAll`));
    expect((await owner.get(reminded.location!.slice(1))).html).toContain(back);
    const link = await formIn(page, `signatures/${id}/signers/\\d+/link`);
    expect((await owner.send(link, {}, page)).html).toContain(back);
    const corrected = await formIn(page, `signatures/${id}/signers/\\d+/address`);
    expect((await owner.send(corrected, { email: 'nobody' }, page)).html).toContain(back);
    const cancelled = await owner.send(await formIn(page, `signatures/${id}/cancel`), {}, page);
    expect(cancelled.location).toMatch(new RegExp(`^/signatures/${id}\\?status=waiting&`));
  });

  it('a verification leads back to the list as it was, also after what was done there', async () => {
    const fields = { person: 'Anna Eriksson', email: 'anna@example.com' };
    const { location } = await owner.send('verifications/new', fields);
    const address = location!.slice(1);
    const query = `state=pending&before=${PLACE}`;
    const list = await owner.get(`verifications?${query}`);
    expect(list.html).toContain(`href="/dashboard/${address}?${inHtml(query)}"`);
    const page = `${address}?${query}`;
    const back = `href="/dashboard/verifications?${inHtml(query)}">Verifications<`;
    expect((await owner.get(page)).html).toContain(back);
    expect((await owner.send(await formIn(page, `${address}/link`), {}, page)).html).toContain(back);
    for (const act of ['resend', 'cancel']) {
      const done = await owner.send(await formIn(page, `${address}/${act}`), {}, page);
      expect(done.location).toBe(`/${page}`);
    }
  });

  it('a delivery leads back to the list as it was, also after a replay and its refusal', async () => {
    const id = await failedDelivery(test, acme);
    const query = `status=failed&before=${PLACE}`;
    expect((await owner.get(`deliveries?${query}`)).html).toContain(`deliveries/${id}?${inHtml(query)}"`);
    const page = `deliveries/${id}?${query}`;
    const back = `href="/dashboard/deliveries?${inHtml(query)}">Deliveries<`;
    expect((await owner.get(page)).html).toContain(back);
    const replay = await formIn(page, `deliveries/${id}/replay`);
    const { location } = await owner.send(replay, {}, page);
    expect(location).toMatch(new RegExp(`^/deliveries/[0-9a-f-]{36}\\?${query}$`));
    expect(location).not.toContain(id);
    // The replay waits, so it can be replayed no more than the first delivery twice.
    const refused = await owner.send(location!.slice(1).replace('?', '/replay?'), {}, page);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(back)]);
  });

  /** The address of the page's form, with its query. */
  async function formIn(page: string, address: string): Promise<string> {
    const { html } = await owner.get(page);
    const [, action] = new RegExp(`action="/dashboard/(${address}[^"]*)"`).exec(html) ?? [];
    return action!.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');
  }
});
