import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { MONTH } from '../support/chart-days.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { failedDelivery } from '../support/failed-delivery.js';
import { sendRequest } from '../support/signing-requests.js';
import { beginVerification } from '../support/verifications.js';

const SEAL_FAILS = `
  insert into seal_failures (organization_id, signature_id, failures, cause, message) values ($1, $2, 1, 'other', 'no disk')`;
const LOSE_MAIL = `
  insert into failed_jobs (id, kind, payload, attempts, error, failed_at)
  select coalesce(max(id), 0) + 1000, 'mail.send',
    jsonb_build_object('mail', $2::text, 'organizationId', $1::bigint, 'ids', $3::jsonb), 5, '550', app_now() - $4 * interval '1 minute'
  from failed_jobs`;

describe('the figures of the overview', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization();
    owner = await signedIn(test, acme);
  });

  const overview = async () => (await owner.get('')).html.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&');
  /** The tile or chart under a heading. */
  const underneath = (html: string, heading: string) => {
    const start = html.indexOf(heading);
    expect(start).toBeGreaterThan(0);
    return html.slice(start, start + html.slice(start).search(/<\/div>|<\/figcaption>/));
  };
  const linksIn = (html: string) =>
    [...html.matchAll(/<a href="\/dashboard\/([^"]+)">([^]*?)<\/a>/g)].map(([, place, text]) => [
      place,
      text!.replaceAll(/<[^>]+>|\s+/g, ' ').trim(),
    ]);
  const send = (documentName: string) => sendRequest(test, acme, 'fast', undefined, { documentName });
  const lose = (mail: string, ids: object, minutesAgo: number) =>
    test.dataSource.query(LOSE_MAIL, [acme.organizationId, mail, JSON.stringify(ids), minutesAgo]);

  it('lead to the requests, verifications and deliveries they count', async () => {
    await send('Lease of the mill');
    await failedDelivery(test, acme);
    await beginVerification(test, acme);
    const begun = await beginVerification(test, acme);
    await begun.person.agree();
    const html = await overview();
    expect(linksIn(underneath(html, 'Requests waiting for signers'))).toEqual([
      ['signatures?status=waiting', 'Show them'],
    ]);
    expect(linksIn(underneath(html, 'Verifications waiting for the person'))).toEqual([
      ['verifications?state=pending', 'Not opened: 1'],
      ['verifications?state=in_progress', 'In progress: 1'],
    ]);
    expect(linksIn(underneath(html, 'Failed deliveries'))).toEqual([
      ['deliveries?status=failed', 'Show them'],
    ]);
  });

  it('name the documents that lack a seal and those whose mails were not delivered, the newest first', async () => {
    const ids: number[] = [];
    const signers: number[] = [];
    for (const name of ['Will', 'Lease', 'Contract', 'Offer', 'Order', 'Deed']) {
      const { id, signerIds } = await send(name);
      ids.push(id);
      signers.push(signerIds[0]!);
    }
    await test.dataSource.query(SEAL_FAILS, [acme.organizationId, ids[1]]);
    const [link] = await test.dataSource.query<{ id: number }[]>(
      'select id from signer_links where signer_id = $1',
      [signers[1]],
    );
    for (const [index, signatureId] of ids.entries())
      if (index !== 1) await lose('signature.completed', { signatureId, signerId: signers[index] }, index);
    await lose('signature.invitation', { linkId: link!.id }, 3);
    await lose('signing.one-time-code', { signerId: signers[0], request: 'a' }, 9);
    // Its link is of another kind, which leads to no request.
    await lose('dashboard.password-reset', { linkId: link!.id }, 0);
    const html = await overview();
    expect(linksIn(underneath(html, 'Signed documents without a seal'))).toEqual([
      [`signatures/${ids[1]}`, 'Lease'],
    ]);
    const undelivered = underneath(html, 'Emails not delivered');
    expect(undelivered).toMatch(/<dd class="state failed">\s*8/);
    expect(linksIn(undelivered).map(([, name]) => name)).toEqual([
      'Will',
      'Contract',
      'Lease',
      'Offer',
      'Order',
    ]);
    expect(linksIn(undelivered)[2]![0]).toBe(`signatures/${ids[1]}`);
    const stranger = await signedIn(test, await test.createOrganization());
    expect((await stranger.get('')).html).not.toContain('Lease');
  });

  it('give the exact words of a failed seal to those who ask for them, as English', async () => {
    const { id } = await send('Deed');
    await test.dataSource.query(SEAL_FAILS, [acme.organizationId, id]);
    expect((await owner.get(`signatures/${id}`)).html).toMatch(
      /<summary>Details for support<\/summary><p lang="en">no disk<\/p>/,
    );
  });

  it('lead from the totals of the charts to the lists', async () => {
    await test.dataSource.query(MONTH, [acme.organizationId]);
    const html = await overview();
    const charts = [...html.matchAll(/<figcaption>[^]*?<\/figcaption>/g)].flatMap(([each]) => linksIn(each));
    const firstDay = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
    expect(charts.map(([place]) => place)).toEqual([
      `signatures?dateFrom=${firstDay}`,
      'signatures?status=completed&sortBy=updatedAt',
      'verifications?state=completed',
      'verifications?state=failed',
    ]);
    for (const [place] of charts) expect((await owner.get(place)).status).toBe(200);
  });
});
