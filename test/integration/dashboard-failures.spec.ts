import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';

const BROWSER = { accept: 'text/html' };
const MENU = '<nav class="tabs"';

describe('failed pages of the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let reviewer: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    reviewer = await signedIn(test, acme, 'reviewer');
  });

  it.each([
    ['endpoint', 'Only owners and admins can open this page'],
    ['settings/person', 'Only owners can open this page'],
  ])('say at %s whose role opens it, with the menu', async (page, heading) => {
    const seen = await reviewer.get(page);
    expect(seen).toMatchObject({ status: 403, heading });
    expect(seen.html).toContain('You are a reviewer here.');
    expect(seen.html).toContain(MENU);
    expect(seen.html).toContain('href="/dashboard/reviews"');
    expect(seen.html).not.toContain('href="/dashboard/endpoint"');
  });

  it('say to owners that reviewing is for reviewers', async () => {
    const seen = await owner.get('reviews');
    expect(seen).toMatchObject({ status: 403, heading: 'Only reviewers can open this page' });
    expect(seen.html).toContain('You are an owner here.');
  });

  it.each(['nothing/here', 'signatures/999999', 'verifications/x', 'deliveries/nonsense'])(
    'have the menu where there is nothing: %s',
    async (page) => {
      const seen = await owner.get(page, BROWSER);
      expect([400, 404]).toContain(seen.status);
      expect(seen.heading).toBe('There is no page at this address');
      expect(seen.html).toContain(MENU);
      expect(seen.html).not.toContain('Open it again from the email');
    },
  );

  it('say of a form without its token that it is out of date', async () => {
    const seen = await owner.post('settings/rules/review-mails', { recipients: 'nobody' });
    expect(seen).toMatchObject({ status: 403, heading: 'This form is out of date' });
    expect(seen.html).toContain(MENU);
  });

  it('name the reason of another refusal', async () => {
    const seen = await owner.send('account/sessions/x/end', {}, 'account');
    expect(seen).toMatchObject({ status: 400, heading: 'This could not be done' });
    expect(seen.html).toContain('The reason: <span lang="en">id must be a positive integer</span>');
  });

  it('say in the reader’s language what was refused, and mark the English reason', async () => {
    const german = await signedIn(test, acme, 'admin');
    await german.send('account/reading', { locale: 'de', timeZone: '' }, 'account');
    expect((await german.send('account/sessions/x/end', {}, 'account')).html).toContain(
      'Es wurde nichts geändert. Der Grund, auf Englisch: <span lang="en">id must be a positive integer</span>',
    );
    const address = await german.send('endpoint', {
      url: 'ftp://hooks.example',
      events: 'signature.completed',
    });
    expect(address.html).toMatch(
      /id="url-error"><span>Diese Adresse kann keine Webhooks empfangen\. Der Grund, auf Englisch: <span lang="en">/,
    );
    const none = { name: '', bytes: Buffer.alloc(0) };
    const document = await german.upload('signatures/new', { type: 'fast', documentName: '' }, none);
    expect(document.html).toContain('data-errors><span>Wählen Sie ein Dokument.</span></p>');
    const junk = { name: 'Lease.pdf', bytes: Buffer.from('not a PDF') };
    const unknown = await german.upload('signatures/new', { type: 'fast', documentName: '' }, junk);
    expect(unknown.html).toMatch(
      /data-errors><span>Dieses Dokument wird nicht angenommen\. .*: <span lang="en">[^<]+</,
    );
  });

  it('have the menu for a form that is too large to be read', async () => {
    const seen = await owner.post('settings/person/check', { email: 'x'.repeat(3_000_000) });
    expect(seen).toMatchObject({ status: 413, heading: 'That was too large' });
    expect(seen.html).toContain(MENU);
  });

  it('have the menu where the service itself failed', async () => {
    const broken = await test.createOrganization({ name: 'Broken' });
    const member = await signedIn(test, broken);
    // No event has such data, and its page does not expect it.
    await test.dataSource.query(
      `insert into activity_events (organization_id, number, type, address, data, created_at, previous, hash)
       select $1, max(number) + 1, 'signed_in', '', 'null', app_now(), sha256('a'), sha256('b')
       from activity_events where organization_id = $1`,
      [broken.organizationId],
    );
    const seen = await member.get('activity', BROWSER);
    expect(seen.status).toBe(500);
    expect(seen.html).toContain(MENU);
  });

  it.each([
    ['', '/dashboard'],
    ['signatures/', '/dashboard/signatures'],
    ['signatures//?search=lease', '/dashboard/signatures?search=lease'],
  ])('lead on from /dashboard/%s', async (page, location) => {
    const seen = await fetch(`${test.url}/dashboard/${page}`, {
      headers: { ...BROWSER, cookie: owner.cookie },
      redirect: 'manual',
    });
    expect([seen.status, seen.headers.get('location')]).toEqual([303, location]);
  });

  it('show people who are not signed in no menu', async () => {
    const seen = await fetch(`${test.url}/dashboard/nothing`, { headers: BROWSER });
    expect(seen.status).toBe(404);
    expect(await seen.text()).not.toContain(MENU);
  });
});
