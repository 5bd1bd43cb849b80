import { X509Certificate } from 'node:crypto';
import { unzip } from '../../src/common/zip-archive.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const HOSTILE = '"><script>alert(1)</script>{{title}}';

describe('signature requests at the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let stranger: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
  });

  const activityOf = async ({ organizationId }: TestOrganization, id: number) => {
    const events = await test.dataSource.query<{ type: string }[]>(
      "select type from activity_events where organization_id = $1 and subject_kind = 'signature' and subject_id = $2 order by number",
      [organizationId, id],
    );
    return events.map(({ type }) => type);
  };

  const listed = (html: string) =>
    [...html.matchAll(/href="\/dashboard\/signatures\/(\d+)["?]/g)].map(([, id]) => Number(id));

  it('lists requests page by page, newest first and each once, even if made at the same moment', async () => {
    const many = await test.createOrganization({ name: 'Many' });
    const member = await signedIn(test, many);
    const made = await test.dataSource.query<{ id: number }[]>(
      `insert into signatures (organization_id, created_by_user_id, type, status, sender_name, original_document_name,
         original_document_type, original_document_extension, created_at, date_sent, updated_at)
       select $1, (select id from users where organization_id = $1), 'fast', 'expired', 'Many', 'a', 'application/pdf', 'pdf',
         timestamptz '2031-01-01', case when n > 70 then timestamptz '2031-01-02' - n * interval '1 minute' end,
         timestamptz '2031-01-03' from generate_series(1, 120) n returning id`,
      [many.organizationId],
    );
    const ids = made.map(({ id }) => id).sort((a, b) => a - b);
    const newest = ids.toReversed();
    // A request that waited for its time may expire unsent. The one sent last has the smallest id; those without a
    // time follow, newest first.
    const sent = [...ids.slice(70), ...ids.slice(0, 70).toReversed()];
    for (const [sort, expected] of [
      ['', newest],
      ['&sortBy=updatedAt&sortOrder=asc', ids],
      ['&sortBy=dateSent', sent],
      ['&sortBy=dateSent&sortOrder=asc', sent.toReversed()],
    ] as const) {
      const seen: number[] = [];
      for (let page: string | undefined = `signatures?status=expired${sort}`; page !== undefined;) {
        const { html } = await member.get(page);
        seen.push(...listed(html));
        expect(html).toContain('120 matches');
        page = /href="\/dashboard\/(signatures\?[^"]*before[^"]*)"/.exec(html)?.[1];
        page = page?.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');
      }
      expect({ sort, seen }).toEqual({ sort, seen: expected });
    }
    const sorted = await member.get('signatures?sortBy=dateSent&sortOrder=asc');
    expect(sorted.html).toMatch(
      /<th [^>]*aria-sort="ascending"><a href="[^"]*\?sortBy&#x3D;dateSent" data-find>Sent</,
    );
    expect(sorted.html).toMatch(/<th [^>]*class="sorts"><a href="[^"?]*" data-find>Created</);
    expect(sorted.html).toContain('<input type="hidden" name="sortOrder" value="asc">');
  });

  it.each([
    [10_000, '10,000 matches'],
    [10_001, 'More than 10,000 matches'],
  ])('counts requests up to a limit: for %i it shows %s', async (made, words) => {
    const many = await test.createOrganization({ name: 'Countless' });
    const member = await signedIn(test, many);
    await test.dataSource.query(
      `insert into signatures (organization_id, created_by_user_id, type, status, sender_name, original_document_name,
         original_document_type, original_document_extension)
       select $1, $2, 'fast', 'draft', 'Many', 'a', 'application/pdf', 'pdf' from generate_series(1, $3::integer)`,
      [many.organizationId, many.userId, made],
    );
    for (const query of ['', '?type=fast'])
      expect((await member.get(`signatures${query}`)).html).toContain(`>${words}<`);
    // Chips count no further than a thousand.
    expect((await member.get('signatures')).html).toMatch(/>All <b>1,000\+<\/b><[^]*>Draft <b>1,000\+<\/b></);
  });

  it('finds requests by the filters of the API, and by what is in the search box', async () => {
    const { id } = await sendRequest(test, acme, 'fast', [ANNA, JONAS], {
      subject: `Lease ${HOSTILE}`,
      documentName: 'Lease 2031',
    });
    const found = async (query: string) => listed((await owner.get(`signatures?${query}`)).html);
    for (const query of [
      'status=created',
      'type=fast',
      'subject=lease',
      'fileName=2031',
      `recipient=${encodeURIComponent(` ${JONAS.email.toUpperCase()} , nobody@x.test`)}`,
      'dateFrom=2020-01-01&dateTo=2999-01-01',
      'status=waiting',
      'q=ease+20',
      'q=RIKSSON',
      `q=${encodeURIComponent('Jonas@sign')}`,
      `q=%23${id}&status=waiting&type=fast`,
    ])
      expect([query, await found(query)]).toEqual([query, expect.arrayContaining([id])]);
    const none = ['status=completed', 'subject=%25', 'recipient=nobody@x.test', 'dateTo=2000-01-01'];
    const nothing = ['q=9999999', 'q=signers.test', 'q=nas%40signers.test', `q=${id}&status=draft`];
    for (const query of [...none, ...nothing]) expect([query, await found(query)]).toEqual([query, []]);
    const { html } = await owner.get(`signatures?subject=${encodeURIComponent(HOSTILE)}`);
    expect(html).not.toContain('<script>alert');
    expect(listed((await stranger.get('signatures')).html)).toEqual([]);
  });

  it('reports a wrong filter beside its field, keeps what was typed, and exports nothing', async () => {
    await sendRequest(test, acme, 'fast');
    for (const [query, field, problem] of [
      ['dateFrom=2026-02-31', 'dateFrom', 'Enter a day that exists'],
      ['dateTo=%3Ctomorrow%3E', 'dateTo', 'Enter a day that exists'],
      ['dateFrom=2026-03-02&dateTo=2026-03-01', 'dateTo', 'The end is before the start'],
      [`subject=${'x'.repeat(301)}`, 'subject', 'Enter at most 300 ordinary characters'],
      ['fileName=%00', 'fileName', 'Enter at most 200 ordinary characters'],
    ] as const) {
      const { status, html } = await owner.get(`signatures?type=fast&${query}`);
      const typed = new URLSearchParams(query).get(field)!.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      expect([query, status, listed(html)]).toEqual([query, 400, []]);
      expect(html).toMatch(
        new RegExp(
          `id="${field}-error">${problem}[^<]*</p>\\s*<input[^>]* value="${typed.trim()}" [^>]*aria-invalid`,
        ),
      );
      expect(html).toContain('value="fast" selected');
      expect(html).toContain('Correct the filter to see what matches.');
      for (const format of ['csv', 'zip']) {
        const { status: refused, location } = await owner.get(`signatures/export.${format}?${query}`);
        expect([refused, location]).toEqual([303, expect.stringMatching(/^\/signatures\?/)]);
      }
    }
    const sought = await owner.get('signatures?q=99999999999999999999');
    expect([sought.status, sought.html]).toEqual([
      400,
      expect.stringMatching(/id="q-error">Enter a number,/),
    ]);
    for (const [query, value] of [
      ['status=bogus', 'bogus'],
      ['type=%3Cb%3E', '&lt;b&gt;'],
      [`status=${'x'.repeat(50)}`, `${'x'.repeat(40)}…`],
      ['sortBy=subject', 'subject'],
      ['sortOrder=up', 'up'],
    ] as const) {
      const unknown = await owner.get(`signatures?${query}`);
      expect([query, unknown.status, listed(unknown.html)]).toEqual([query, 400, []]);
      expect(unknown.html).toContain(`This list does not know “${value}”.`);
    }
    // A date field would drop a text that is not a day.
    const { html } = await owner.get('signatures?dateFrom=2026-02-31&dateTo=2026-03-01');
    expect(html).toMatch(
      /id="dateFrom" name="dateFrom" type="text"[^]*id="dateTo" name="dateTo" type="date"/,
    );
  });

  inDepth('exports the filtered list, and the documents that were sealed', async () => {
    const acme = await test.createOrganization({ name: 'Exporting' });
    const owner = await signedIn(test, acme);
    const named = { ...ANNA, name: '=HYPERLINK("x")' };
    const signed = await sendRequest(test, acme, 'fast', [named], {
      subject: '=1+1',
      documentName: '../Lease',
    });
    const open = await sendRequest(test, acme, 'fast', [JONAS]);
    await signed.visitors[0]!.sign();
    await until('the request is completed', async () => (await signed.status()) === 'completed');

    const csv = async (member: DashboardMember, query = '') => {
      const { html, headers } = await member.get(`signatures/export.csv${query}`);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return html.trimEnd().split('\r\n');
    };
    const [header, ...lines] = await csv(owner);
    expect(header).toMatch(/"id","type","status","subject",.*"signers"$/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`^${open.id},"fast","created",.*jonas@signers.test>: pending"$`));
    expect(lines[1]).toMatch(new RegExp(`^${signed.id},"fast","completed","'=1\\+1",.*: signed"$`));
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"") <${ANNA.email}>: signed"`);
    expect(await csv(owner, '?status=created')).toEqual([header, lines[0]]);
    expect(await csv(stranger)).toEqual([header]);

    const verdict = await owner.get(`signatures/${signed.id}/verdict`);
    expect(verdict.html).toMatch(
      /Signed PDF[\s\S]*Unchanged since Exporting sealed it[\s\S]*Certificate of completion/,
    );
    expect(verdict.html).toMatch(
      /Its audit trail of \d+ events is complete[\s\S]*belongs to this exact document/,
    );
    expect((await owner.get(`signatures/${open.id}/verdict`)).status).toBe(404);
    expect((await stranger.get(`signatures/${signed.id}/verdict`)).status).toBe(404);

    const { html } = await owner.get('signatures?status=completed');
    expect(html).toContain('href="/dashboard/signatures/export.zip?status&#x3D;completed"');
    const zip = (query = '') => owner.bytes(`signatures/export.zip${query}`);
    const sealed = (await acme.api.get(`${signed.path}/document/signed`)).body as Buffer;
    const limits = { maxFiles: 10, maxBytes: sealed.length * 10 };
    expect([...(await unzip(await zip(), limits))]).toEqual([[`${signed.id} .._Lease-signed.pdf`, sealed]]);
    for (const query of ['?status=created', '?subject=other']) expect((await zip(query)).length).toBe(22);
    expect((await stranger.bytes('signatures/export.zip')).length).toBe(22);

    const exports = await test.dataSource.query<{ data: object }[]>(
      "select data from activity_events where organization_id = $1 and type like '%exported' order by number",
      [acme.organizationId],
    );
    expect(exports.map(({ data }) => data)).toEqual([
      { filters: [] },
      { filters: ['status'] },
      { filters: [] },
      { filters: ['status'] },
      { filters: ['subject'] },
    ]);
    const downloads = await test.dataSource.query<unknown[]>(
      "select 1 from signature_audit_events where signature_id = $1 and type = 'downloaded' and data ->> 'document' = 'signed'",
      [signed.id],
    );
    expect(downloads).toHaveLength(2);
  });

  inDepth('lets members hand out the certificate of their own sealing authority only', async () => {
    const [own, theirs] = [await test.createOrganization({ name: 'Sealing & Co' }), acme];
    const member = await signedIn(test, own);
    expect((await member.get('settings/trust')).html).not.toContain('id="fingerprint"');
    expect((await member.get('settings/trust/authority.cer')).status).toBe(404);
    const keys = test.app.get(OrganizationKeys, { strict: false });
    const [key] = [await keys.sealingKey(own.organizationId), await keys.sealingKey(theirs.organizationId)];
    const authority = new X509Certificate(key.chain[0]!);

    const { headers } = await member.get('settings/trust/authority.cer');
    expect(headers.get('content-type')).toBe('application/pkix-cert');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="document-authority\.cer"/);
    expect(await member.bytes('settings/trust/authority.cer')).toEqual(authority.raw);
    const { html } = await member.get('settings/trust');
    expect(html).toContain(`id="fingerprint">${authority.fingerprint256}</code>`);
    expect(html).toMatch(/<dt>Name<\/dt><dd><bdi>Sealing &amp; Co /);
    expect(html).toContain(new Date(authority.validTo).toISOString());
    expect(html).toContain('Your documents are sealed by your own authority');
    expect(html).toContain('Above the document: “At least one signature has problems”.');
  });

  it('shows who has signed, and lets a sender remind, correct and cancel', async () => {
    const { id, signerIds, visitors, status } = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const [anna, jonas] = signerIds as [number, number];
    const page = `signatures/${id}`;
    const { html } = await owner.get(page);
    for (const shown of [`data-copy="request-id"`, ANNA.email]) expect(html).toContain(shown);
    const reminded = await owner.send(`${page}/signers/${anna}/remind`, {}, page);
    expect(reminded.location).toBe(`/${page}?done=reminded`);
    expect((await owner.get(`${page}?done=reminded`)).html).toContain('The link is on its way again.');
    const wrong = await owner.send(`${page}/signers/${jonas}/address`, { email: HOSTILE }, page);
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Enter an email address such as name@example.com');
    expect(wrong.html).toContain('value="&quot;&gt;&lt;script&gt;');
    const taken = await owner.send(`${page}/signers/${jonas}/address`, { email: ANNA.email }, page);
    expect(taken.status).toBe(400);
    expect(taken.html).toMatch(
      new RegExp(`Another signer already has this address[^<]*</p>\\s*<input[^>]* value="${ANNA.email}"`),
    );
    await owner.send(`${page}/signers/${jonas}/address`, { email: 'jonas.b@signers.test' }, page);
    expect((await owner.get(page)).html).toContain('jonas.b@signers.test');
    expect((await visitors[1]!.get()).status).toBe(410);

    const trail = await test.dataSource.query<{ type: string; data: object }[]>(
      "select type, data from signature_audit_events where signature_id = $1 and type in ('reminded', 'email_changed') order by id",
      [id],
    );
    const byMember = {
      userId: expect.any(Number),
      ip: expect.any(String),
      userAgent: expect.any(String),
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    };
    expect(trail).toEqual([
      { type: 'reminded', data: byMember },
      { type: 'email_changed', data: { from: JONAS.email, to: 'jonas.b@signers.test', ...byMember } },
    ]);
    expect((await owner.get(`${page}/original`)).headers.get('content-disposition')).toContain('attachment');
    expect((await owner.get(`${page}/signed`)).status).toBe(404);
    const early = await owner.send(`${page}/seal`, {}, page);
    expect([early.status, early.html]).toEqual([400, expect.stringContaining('signers have not signed')]);

    for (const form of [`${page}/signers/${anna}/remind`, `${page}/cancel`, `${page}/seal`])
      expect((await stranger.send(form, {}, 'account')).status).toBe(404);
    expect((await stranger.get(page)).status).toBe(404);
    expect(await status()).toBe('created');
    expect((await owner.send(`${page}/cancel`, {}, page)).location).toBe(`/${page}`);
    expect(await activityOf(acme, id)).toEqual([
      'signer_reminded',
      'signer_address_changed',
      'document_downloaded',
      'signature_cancelled',
    ]);
  });
});
