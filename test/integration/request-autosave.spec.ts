import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';

const FIELD = {
  kind: 'signature',
  page: 1,
  x: 72,
  y: 600,
  width: 180,
  height: 48,
  label: '',
  required: true,
};

describe('a request made by hand', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const begin = async (type = 'fast') => {
    const lease = { name: 'Lease.pdf', bytes: await textPdf(2) };
    const { location } = await owner.upload('signatures/new', { type, documentName: '' }, lease);
    return location!.replace(/^\/|\/signers$/g, '');
  };
  const versionOn = async (page: string) => {
    const seen = await owner.get(page);
    owner.formToken = /name="formToken" value="(\w+)"/.exec(seen.html)![1]!;
    return new Map(hiddenIn(seen)).get('version')!;
  };
  /** Saves as the page's script does. */
  const quietly = async (page: string, fields: Record<string, string>) => {
    const { status, html } = await owner.post(page, { formToken: owner.formToken, quiet: 'yes', ...fields });
    return { status, body: JSON.parse(html) as { version: string; isComplete: boolean; code: string } };
  };
  const fields = (...entered: object[]) => ({ fields: JSON.stringify(entered) });
  const activityOf = async (page: string) => {
    const events = await test.dataSource.query<{ type: string }[]>(
      `select type from activity_events where organization_id = $1 and subject_kind = 'signature' and subject_id = $2
       order by number`,
      [acme.organizationId, Number(page.split('/')[1])],
    );
    return events.map(({ type }) => type);
  };

  it('keeps what is typed, makes it the plan once it is complete, and asks for it before later steps', async () => {
    const page = await begin();
    const first = await versionOn(`${page}/signers`);
    const half = await quietly(`${page}/signers`, {
      version: first,
      'email-0': 'ann',
      subject: 'Your lease',
    });
    expect(half).toMatchObject({ status: 200, body: { isComplete: false } });
    expect((await owner.get(`${page}/signers`)).html).toMatch(/value="ann".*value="Your lease"/s);
    expect((await owner.get(`${page}/fields`)).location).toBe(`/${page}/signers`);
    const whole = { 'email-0': ANNA.email, subject: 'Your lease', sequence: 'together' };
    const saved = await quietly(`${page}/signers`, { version: half.body.version, ...whole });
    expect(saved).toMatchObject({ status: 200, body: { isComplete: true } });
    expect((await owner.get(`${page}/check`)).html).toContain(ANNA.email);
    // Each save is not an event of its own.
    await quietly(`${page}/signers`, { version: saved.body.version, ...whole, subject: 'The lease' });
    expect(await activityOf(page)).toEqual(['signature_made', 'document_uploaded', 'signers_saved']);
    const plain = await owner.send(`${page}/signers`, { ...whole, 'former-0': ANNA.email, message: 'Hello' });
    expect(plain.location).toBe(`/${page}/fields`);
    expect((await owner.get(`${page}/check`)).html).toContain('Hello');
  });

  it('lets no tab replace what another has saved without saying so', async () => {
    const page = await begin();
    const version = await versionOn(`${page}/signers`);
    const mine = { 'email-0': ANNA.email, sequence: 'together' };
    const theirs = { 'email-0': JONAS.email, sequence: 'together' };
    expect((await quietly(`${page}/signers`, { version, ...theirs })).status).toBe(200);
    expect(await quietly(`${page}/signers`, { version, ...mine })).toMatchObject({
      status: 409,
      body: { code: 'draft_changed' },
    });
    const told = await owner.post(`${page}/signers`, { formToken: owner.formToken, version, ...mine });
    expect([told.status, told.html]).toEqual([409, expect.stringContaining('was changed elsewhere')]);
    expect(told.html).toContain(`value="${ANNA.email}"`);
    expect((await owner.get(`${page}/check`)).html).toContain(JONAS.email);
    // Who saves again has decided.
    const again = new Map(hiddenIn(told)).get('version')!;
    const kept = await owner.post(`${page}/signers`, { formToken: owner.formToken, version: again, ...mine });
    expect(kept.location).toBe(`/${page}/fields`);
    const before = await versionOn(`${page}/fields`);
    const annas = { ...FIELD, signerEmail: ANNA.email };
    expect((await quietly(`${page}/fields`, { version: before, ...fields(annas) })).status).toBe(200);
    const late = { formToken: owner.formToken, version: before, ...fields({ ...annas, y: 100 }) };
    const refused = await owner.post(`${page}/fields`, late);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('was changed elsewhere')]);
  });

  it('keeps fields that overlap, and removes none with their signer unasked', async () => {
    const page = await begin();
    await owner.send(`${page}/signers`, {
      'email-0': ANNA.email,
      'email-1': JONAS.email,
      sequence: 'listed',
    });
    const version = await versionOn(`${page}/fields`);
    const [annas, jonas] = [ANNA, JONAS].map(({ email }) => ({ ...FIELD, signerEmail: email }));
    const above = await quietly(`${page}/fields`, { version, ...fields(annas!, jonas!) });
    expect(above).toMatchObject({ status: 200, body: { isComplete: false } });
    expect((await owner.get(`${page}/fields`)).html).toContain(JONAS.email);
    expect((await owner.get(`${page}/check`)).location).toBe(`/${page}/fields`);
    expect((await owner.send(`${page}/send`, {}, `${page}/fields`)).location).toBe(`/${page}/check`);
    // Another document changes nothing of them.
    const annex = { name: 'Annex.pdf', bytes: await textPdf(1) };
    const api = `/api/v1/${page}/documents/2`;
    expect((await owner.upload(`${page}/documents`, {}, annex)).location).toBe(`/${page}/document#documents`);
    expect((await acme.api.patch(api, { name: 'Rules.pdf' })).status).toBe(200);
    expect((await acme.api.delete(api)).status).toBe(200);
    expect((await owner.get(`${page}/check`)).location).toBe(`/${page}/fields`);
    expect((await owner.get(`${page}/fields`)).html).toContain(JONAS.email);
    const apart = fields(annas!, { ...jonas!, y: 400 });
    const later = await versionOn(`${page}/fields`);
    const placed = await quietly(`${page}/fields`, { version: later, ...apart });
    expect(placed).toMatchObject({ body: { isComplete: true } });
    const alone = { 'email-0': ANNA.email, 'former-0': ANNA.email, sequence: 'listed' };
    const removed = await quietly(`${page}/signers`, { version: placed.body.version, ...alone });
    expect(removed).toMatchObject({ body: { isComplete: false } });
    const items = async () => {
      const { body } = await acme.api.get(`/api/v1/${page}/document/fields`);
      return (body.items as object[]).length;
    };
    expect(await items()).toBe(2);
    await owner.send(`${page}/signers`, alone);
    expect(await items()).toBe(1);
  });

  it('has its signers added, moved, removed and mended without scripts', async () => {
    const page = `${await begin()}/signers`;
    const rows = {
      'email-0': 'anna@gmial.com',
      'email-1': JONAS.email,
      sequence: 'together',
      'former-0': '',
    };
    const emailsIn = (html: string) =>
      [...html.matchAll(/id="email-\d+" name="email-\d+" type="email" value="([^"]*)"/g)].map(
        ([, email]) => email,
      );
    const press = async (button: string, value: string, entered: object = rows) => {
      const { html } = await owner.send(page, { ...entered, [button]: value });
      return { emails: emailsIn(html), html };
    };
    const moved = await press('up', '1');
    expect(moved.emails).toEqual([JONAS.email, 'anna@gmial.com']);
    expect(moved.html).toMatch(/value="listed" checked/);
    expect((await press('down', '0')).emails).toEqual([JONAS.email, 'anna@gmial.com']);
    expect((await press('down', '1')).emails).toEqual(['anna@gmial.com', JONAS.email]);
    expect((await press('remove', '0')).emails).toEqual([JONAS.email]);
    expect((await press('mend', '0')).emails).toEqual(['anna@gmail.com', JONAS.email]);
    expect((await press('more', 'yes')).emails).toEqual(['anna@gmial.com', JONAS.email, '']);
    expect(moved.html).toContain('formaction="signers#email-2"');
    const me = await press('me', 'yes');
    expect(me.emails).toEqual(['anna@gmial.com', JONAS.email, acme.ownerEmail]);
    const twice = await press('me', 'yes', { ...rows, 'email-1': acme.ownerEmail.toUpperCase() });
    expect(twice.emails).toEqual(['anna@gmial.com', acme.ownerEmail.toUpperCase()]);
  });

  it('warns once of odd addresses, and refuses none', async () => {
    const page = `${await begin()}/signers`;
    const odd = { 'email-0': 'bob@example', 'email-1': 'anna@gmial.com', sequence: 'listed' };
    const warned = await owner.send(page, odd);
    expect(warned.status).toBe(200);
    for (const words of ['example has no ending', 'Did you mean anna@gmail.com?', 'save again'])
      expect(warned.html).toContain(words);
    const told = [...warned.html.matchAll(/name="(told-\d)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]);
    const saved = await owner.send(page, { ...odd, ...Object.fromEntries(told) });
    expect(saved.location).toBe(`/${page.replace('signers', 'fields')}`);
    const { html } = await owner.get(page.replace('signers', 'check'));
    expect(html).toContain('example has no ending');
    expect(html).toMatch(/Turn 1.*Turn 2/s);
  });

  it('says at the check what is not set, and leads back there once it is', async () => {
    const page = await begin();
    await owner.send(`${page}/signers`, { 'email-0': ANNA.email, sequence: 'together' });
    const { html } = await owner.get(`${page}/check`);
    for (const words of ['No deadline: the request stays open', 'No reminders are sent.', 'No message.'])
      expect(html).toContain(words);
    expect(html).toContain(`/dashboard/${page}/signers?from=check#expires`);
    const options = await owner.get(`${page}/signers?from=check`);
    expect(options.html).toMatch(/<details class="more" open>/);
    const set = {
      'email-0': ANNA.email,
      'former-0': ANNA.email,
      sequence: 'together',
      expires: '2099-01-31',
    };
    const back = await owner.send(
      `${page}/signers`,
      { ...set, remindEvery: '3' },
      `${page}/signers?from=check`,
    );
    expect(back.location).toBe(`/${page}/check`);
    const now = await owner.get(`${page}/check`);
    expect(now.html).not.toMatch(/No deadline|No reminders/);
  });

  it('offers people asked before, of the own organization only', async () => {
    const other = await test.createOrganization({ name: 'Other' });
    const stranger = await signedIn(test, other);
    await sendRequest(test, acme, 'fast', [{ email: 'Mira.Okafor@signers.test', name: 'Mira Okafor' }]);
    await sendRequest(test, acme, 'fast', [{ email: 'mira.okafor@signers.test', name: 'Mira Okafor-Lind' }]);
    await sendRequest(test, acme, 'fast', [{ email: 'zoe@signers.test', name: 'Mirjam Zoe' }]);
    await sendRequest(test, other, 'fast', [{ email: 'mirko@signers.test', name: 'Mirko' }]);
    const find = async (member: DashboardMember, q: string) => {
      const { status, html } = await member.post('signatures/people', { formToken: member.formToken, q });
      return status === 200 ? (JSON.parse(html) as { people: object[] }).people : status;
    };
    owner.formToken = /formToken" value="(\w+)"/.exec((await owner.get('account')).html)![1]!;
    stranger.formToken = /formToken" value="(\w+)"/.exec((await stranger.get('account')).html)![1]!;
    expect(await find(owner, ' MIR')).toEqual([
      { email: 'zoe@signers.test', name: 'Mirjam Zoe' },
      { email: 'mira.okafor@signers.test', name: 'Mira Okafor-Lind' },
    ]);
    expect(await find(owner, 'zo')).toEqual([{ email: 'zoe@signers.test', name: 'Mirjam Zoe' }]);
    expect(await find(stranger, 'mir')).toEqual([{ email: 'mirko@signers.test', name: 'Mirko' }]);
    for (const none of ['m', '', '%%', 'x'.repeat(101), 'erased-'])
      expect(await find(owner, none)).toEqual([]);
    const { body } = await acme.api.get('/api/v1/signatures?recipients=zoe@signers.test');
    expect(body.total).toBe(1);
    stranger.formToken = 'x';
    expect(await find(stranger, 'mir')).toBe(403);
  });

  it('finds a person to erase in entries that are not complete', async () => {
    const page = await begin();
    const version = await versionOn(`${page}/signers`);
    const email = 'vera.half@signers.test';
    await quietly(`${page}/signers`, { version, 'email-0': email, 'order-0': 'x', sequence: 'turns' });
    const { html } = await owner.send('settings/person/check', { email }, 'settings/person');
    expect(html).toMatch(new RegExp(`One request is open.*/dashboard/${page}"`, 's'));
  });
});
