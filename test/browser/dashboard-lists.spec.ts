import { type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const MANY = `
  insert into signatures (organization_id, created_by_user_id, type, status, sender_name, subject, original_document_name,
    original_document_type, original_document_extension, date_sent, created_at)
  select $1, $2, 'fast', 'expired', 'Acme', 'About the flat in Żelazna 51', 'Lease agreement ' || n, 'application/pdf', 'pdf',
    app_now(), app_now() - n * interval '1 day' from generate_series(1, $3::integer) n`;

const VERIFICATIONS = `
  insert into identity_verifications (organization_id, short_form, email, first_name, last_name, full_name,
    verification_method, token_hash, token_sealed, expires_at, begun_by_user_id, state, created_at)
  select $1::bigint, true, 'person' || n || '@example.com', 'Anna Maria', 'Eriksson', 'Anna Maria Eriksson ' || n, 'combined',
    sha256(convert_to('dense' || $1::bigint || n, 'UTF8')), '', app_now(), $2, 'expired', app_now() - n * interval '1 hour'
  from generate_series(1, $3::integer) n`;

const DELIVERIES = `
  with event as (
    insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
    values (gen_random_uuid(), $1, 1, '3', 'signature.created', '', app_now()) returning seq)
  insert into webhook_deliveries (organization_id, webhook_id, event, event_seq, status, attempts, failure_reason,
    subject_kind, subject_id, created_at)
  select $1, gen_random_uuid(), 'signature.partially_signed', seq, 'failed', 5, 'HTTP 500', 'signature', $2::bigint + n,
    app_now() - n * interval '1 hour'
  from event, generate_series(1, $3::integer) n`;

/** Events without a chain, which no list needs. */
const ACTIVITY = `
  insert into activity_events (organization_id, number, type, user_id, address, subject_kind, subject_id, data, created_at,
    previous, hash)
  select $1, last.number + n, 'signer_reminded', $2, '192.0.2.7', 'signature', 70 + n, '{"signerId": 4711}', app_now(),
    sha256('a'), sha256('b')
  from (select max(number) as number from activity_events where organization_id = $1) last,
    generate_series(1, $3::integer) n`;

const TEMPLATES = `
  insert into templates (organization_id, name, definition, created_by_user_id, updated_at)
  select $1, 'Lease of flat ' || n, '{"roles": [], "fields": [], "options": {}}', $2, app_now() - n * interval '1 hour'
  from generate_series(1, $3::integer) n`;

const LISTS: readonly [list: string, rowsOfList: string][] = [
  ['signatures', MANY],
  ['templates', TEMPLATES],
  ['verifications', VERIFICATIONS],
  ['deliveries', DELIVERIES],
  ['activity', ACTIVITY],
];

describe('the lists of the dashboard in a browser', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  async function open(address: string, options = DESK, member = owner) {
    const opened = await openPage(await sharedBrowser(), options);
    await opened.context.addCookies(
      [...member.cookies].map(([name, value]) => ({ name, value, url: test.url })),
    );
    await opened.page.goto(`${test.url}/dashboard/${address}`);
    return opened;
  }

  const rows = (page: Page) => page.locator('.list tbody tr');
  const waitForRows = (page: Page, count: number) =>
    until(`${count} rows are shown`, async () => (await rows(page).count()) === count);
  const query = (page: Page) => new URL(page.url()).search;

  it('a cancelled request is found again by name, without a reload', async () => {
    await test.dataSource.query(MANY, [acme.organizationId, acme.userId, 30]);
    const { id } = await sendRequest(test, acme, 'fast', [ANNA, JONAS], { subject: 'Please sign' });
    const { context, page, failures } = await open(`signatures/${id}`);
    await page.getByText('Cancel this request').click();
    await page.getByLabel('Reason (optional)').fill('It went to the wrong person.');
    await page.getByRole('button', { name: 'Cancel the request' }).click();
    await page.getByText('It went to the wrong person.').waitFor();

    await page.getByRole('link', { name: 'Signatures' }).first().click();
    await rows(page).first().waitFor();
    await page.evaluate("document.body.dataset.loaded = 'once'");
    await page.keyboard.press('/');
    await page.keyboard.type('eriksson');
    await waitForRows(page, 1);
    expect(query(page)).toBe('?q=eriksson');
    await rows(page).first().getByText('It went to the wrong person.').waitFor();
    await page.getByRole('link', { name: /^Cancelled/ }).click();
    await page.locator('.chip[aria-current]', { hasText: 'Cancelled' }).waitFor();
    expect(query(page)).toBe('?q=eriksson&status=cancelled');
    await rows(page).getByRole('link', { name: 'Lease agreement' }).click();
    const head = page.locator('.request-head');
    await head.getByText('It went to the wrong person.').waitFor();
    expect(await head.innerText()).toMatch(
      new RegExp(`Cancelled\\n[^]*Cancelled by\\s+${owner.email}, \\d+ \\w+ \\d{4} at`),
    );
    await page.getByText(/^Request cancelled/).waitFor();
    await page.goBack();
    await waitForRows(page, 1);
    await page.evaluate("document.body.dataset.loaded = 'once'");
    expect(await page.locator('#q').evaluate((field: { value: string }) => field.value)).toBe('eriksson');

    await page.getByRole('link', { name: /^Expired/ }).click();
    await page.getByText('Nothing matches this filter.').waitFor();
    expect(query(page)).toBe('?q=eriksson&status=expired');
    await page.locator('#q').fill('żelazna');
    await waitForRows(page, 30);
    await page.getByText('More filters').click();
    await page.getByLabel('Document contains').fill('agreement 7');
    await waitForRows(page, 1);
    expect(query(page)).toContain('fileName=agreement+7');
    await page.getByLabel('Document contains').fill('');
    await waitForRows(page, 30);
    await page.getByText('More filters').click();
    await page.getByRole('link', { name: 'Created' }).click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    expect(await rows(page).first().textContent()).toContain('Lease agreement 30');
    expect(await page.evaluate<string>('document.body.dataset.loaded')).toBe('once');
    await page.goBack();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await context.close();
    expect(failures).toEqual([]);
  });

  inDepth.each(LISTS)(
    'twelve of %s are in sight at a desk, and the first above the middle of a phone',
    async (list, rowsOfList) => {
      const { organizationId, userId } = acme;
      await test.dataSource.query(rowsOfList, [organizationId, userId, 30]);
      for (const locale of ['en-GB', 'de-DE', 'pl-PL'])
        for (const [options, highest, least] of [
          [DESK, 260, 12],
          [PHONE, 420, 4],
        ] as const) {
          const { context, page } = await open(list, { ...options, locale });
          const places = await page.evaluate<{ top: number; bottom: number }[]>(
            `[...document.querySelectorAll('.list tbody tr')].map((row) => row.getBoundingClientRect().toJSON())`,
          );
          expect([locale, places[0]!.top < highest]).toEqual([locale, true]);
          const { height } = options.viewport!;
          const inSight = places.filter(({ bottom }) => bottom <= height).length;
          expect([locale, inSight >= least]).toEqual([locale, true]);
          await inspect(page, `${list}-${locale}-${height}`);
          await page.emulateMedia({ colorScheme: 'dark' });
          await inspect(page, `${list}-${locale}-${height}-dark`);
          await context.close();
        }
    },
  );

  it('activity is found by name, number and action as one types, and told apart by chips', async () => {
    const own = await test.createOrganization({ name: 'Acme' });
    const member = await signedIn(test, own);
    await test.dataSource.query(ACTIVITY, [own.organizationId, own.userId, 30]);
    const { context, page, failures } = await open('activity', DESK, member);
    await page.evaluate("document.body.dataset.loaded = 'once'");
    await page.keyboard.press('/');
    await page.keyboard.type('#77');
    await waitForRows(page, 1);
    expect(query(page)).toBe('?q=%2377');
    expect(await rows(page).first().textContent()).toContain('signature request 77');
    await page.locator('#q').fill('reminded a signer');
    await waitForRows(page, 30);
    await page.locator('.chip', { hasText: 'Endpoint' }).click();
    await page.getByText('No activity matches this filter.').waitFor();
    expect(query(page)).toBe('?q=reminded+a+signer&kind=webhook_endpoint');
    await page.locator('.chip', { hasText: 'Signature request' }).click();
    await waitForRows(page, 30);
    await page.getByText('More filters').click();
    await page.getByLabel('Number', { exact: true }).fill('75');
    await waitForRows(page, 1);
    expect(await page.evaluate<string>('document.body.dataset.loaded')).toBe('once');
    await page.getByText('More filters').click();
    await page.getByRole('link', { name: 'Check the chain' }).click();
    await page.locator('main').getByRole('link', { name: 'Activity' }).click();
    await waitForRows(page, 1);
    await context.close();
    expect(failures).toEqual([]);
  });

  it('a verification is found by its address, and by a button without scripts', async () => {
    for (const person of ['Anna Eriksson', 'Jonas Brandt'])
      await owner.send('verifications/new', { person, email: `${person.split(' ')[0]}@example.com` });
    const { context, page } = await open('verifications', { ...DESK, javaScriptEnabled: false });
    await page.locator('#q').fill('anna@ex');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await rows(page).count()).toBe(1);
    expect(query(page)).toContain('q=anna%40ex');
    await page.getByRole('link', { name: /^Failed/ }).click();
    expect(query(page)).toBe('?q=anna%40ex&state=failed');
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
