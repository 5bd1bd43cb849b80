import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ActivityLog } from '../../src/activity/activity-log.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';

type Brand = Partial<
  Record<'name' | 'color' | 'contactLine' | 'locale' | 'removeLogo' | 'nearestColor', string>
>;

const EVIL = '<script>alert(1)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('the brand of an organization', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let logo: Buffer;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    logo = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#1a5fb4' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer();
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  /** Sends the brand form as a browser does, to save it or to preview it. */
  async function send(member: DashboardMember, fields: Brand, file?: Buffer, page = '') {
    const formToken = formTokenIn(await member.get('settings'))!;
    return sendWith(member, { formToken, name: 'Acme', ...fields }, file, page);
  }
  async function sendWith(member: DashboardMember, fields: object, file?: Buffer, page = '') {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value as string);
    form.set('file', new File(file ? [new Uint8Array(file)] : [], 'logo.png'));
    const response = await fetch(`${test.url}/dashboard/settings${page}`, {
      method: 'POST',
      body: form,
      headers: { cookie: member.cookie },
      redirect: 'manual',
    });
    return { status: response.status, html: await response.text(), headers: response.headers };
  }
  const stored = async ({ organizationId }: TestOrganization) => {
    const [row] = await test.dataSource.query<{ name: string; logos: number }[]>(
      `select name, accent_color as color, contact_line as "contactLine", default_locale as locale,
         (select count(*)::int from organization_logos where organization_id = id) as logos
       from organizations where id = $1`,
      [organizationId],
    );
    return row;
  };
  const newSession = async () => {
    const body = {
      name: 'Ann Example',
      email: 'ann@example.com',
      callbackUrl: 'https://caller.example/back',
    };
    const { body: made } = await acme.api.post('/api/v1/identity-verifications', body);
    return `${test.url}/verify/${(made as { token: string }).token}`;
  };
  const pageAt = async (url: string, language = '') => {
    const response = await fetch(url, { headers: { 'accept-language': language, accept: 'text/html' } });
    return { html: await response.text(), headers: response.headers };
  };
  const logoIn = (html: string) => /\/brand\/logos\/[0-9a-f]{64}\.png/.exec(html)?.[0];

  it('leaves pages unchanged until the brand is saved', async () => {
    const { html, headers } = await pageAt(await newSession());
    expect(html).not.toMatch(/\/brand\/|asker-logo/);
    expect(headers.get('content-language')).toBe('en');
  });

  inDepth('shows a saved brand on pages and in mails, and records the change by codes', async () => {
    const { headers } = await send(
      owner,
      { name: 'Acme & Sons', color: '1A5FB4', contactLine: 'Questions? +34 600 000 000', locale: 'es' },
      logo,
    );
    expect(headers.get('location')).toBe('/dashboard/settings?saved=yes');
    const seen = await pageAt(await newSession());
    expect(seen.html).toContain('Acme &amp; Sons');
    expect(seen.html).toContain('Questions? +34 600 000 000');
    expect(seen.headers.get('content-language')).toBe('es');
    expect((await pageAt(await newSession(), 'en')).headers.get('content-language')).toBe('es');

    const style = await fetch(`${test.url}${/\/brand\/colors\/1a5fb4\.css/.exec(seen.html)![0]}`);
    expect(await style.text()).toContain('--accent: #1a5fb4;');
    expect(style.headers.get('content-type')).toContain('text/css');
    const picture = await fetch(`${test.url}${logoIn(seen.html)}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const png = Buffer.from(await picture.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 360, height: 120 });
    expect(png.includes('secret place')).toBe(false);

    const mail = await mailbox.waitFor(({ html }) => String(html).includes('Acme &amp; Sons'));
    expect(mail.html).toContain('lang="es"');
    expect(mail.html).toContain('background:#1a5fb4');
    expect(mail.text).toContain('Questions? +34 600 000 000');
    expect(mail.attachments).toEqual([
      expect.objectContaining({ contentType: 'image/png', cid: 'logo@countersign', content: png }),
    ]);
    expect(mail.raw.toString()).not.toMatch(/src=3D"http/);

    const activity = await activityOf(test.dataSource, acme.organizationId);
    expect(activity.slice(-2)).toMatchObject([
      { type: 'organization_renamed', data: {} },
      { type: 'brand_saved', data: { changed: ['color', 'contactLine', 'locale', 'logo'] } },
    ]);
    expect(await test.app.get(ActivityLog).verify(acme.organizationId)).toMatchObject({ isWhole: true });
  });

  it('stops serving a logo that was replaced or removed', async () => {
    await send(owner, {}, logo);
    const first = logoIn((await owner.get('settings')).html)!;
    await send(owner, {}, await sharp(logo).negate().png().toBuffer());
    const second = logoIn((await owner.get('settings')).html)!;
    expect(second).not.toBe(first);
    expect((await fetch(`${test.url}${first}`)).status).toBe(404);
    expect((await fetch(`${test.url}${second}`)).status).toBe(200);
    await send(owner, { removeLogo: 'yes' });
    expect((await fetch(`${test.url}${second}`)).status).toBe(404);
    expect(await stored(acme)).toMatchObject({ name: 'Acme', logos: 0 });
  });

  it('keeps a logo beside a colour that is hard to read, and takes the nearest shade by its button', async () => {
    await send(owner, { color: '' });
    const refused = await send(owner, { color: '#ffcc00', contactLine: 'Not yet' }, logo);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Your new logo has been saved. Your other changes have not.');
    expect(logoIn(refused.html)).toBeDefined();
    expect(await stored(acme)).toMatchObject({ color: null, contactLine: null, logos: 1 });
    const [, nearest] = /name="nearestColor" value="(#[0-9a-f]{6})">Use #/.exec(refused.html)!;
    expect(await send(owner, { color: '#ffcc00', nearestColor: nearest! })).toMatchObject({ status: 303 });
    expect(await stored(acme)).toMatchObject({ color: nearest, logos: 1 });
    await send(owner, { removeLogo: 'yes' });
  });

  it('escapes the brand on pages, in mails and in previews', async () => {
    const evil = await test.createOrganization();
    const member = await signedIn(test, evil);
    const fields = { name: EVIL, contactLine: `"${EVIL}` };
    for (const part of ['signing', 'verification', 'mail']) {
      const { html, headers, status } = await send(member, fields, undefined, `/preview/${part}`);
      expect(status).toBe(200);
      expect(html).not.toContain('<script>alert');
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'.*;\s?sandbox/);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    }
    expect(await stored(evil)).toMatchObject({ name: 'Acme', contactLine: null });
    expect((await member.get('settings')).headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'none'.*frame-src 'self'/,
    );
    await send(member, fields);
    expect((await member.get('settings')).html).not.toContain('<script>alert');
    await evil.api.post('/api/v1/identity-verifications', {
      name: 'Eve Example',
      email: 'eve@example.com',
      callbackUrl: 'https://caller.example/back',
    });
    const mail = await mailbox.waitForMailTo('eve@example.com');
    expect(mail.html).not.toContain('<script>');
  });

  it('shows the brand in a preview that stores nothing', async () => {
    const before = await stored(acme);
    const files = async () =>
      (
        await test.dataSource.query<unknown[]>('select from stored_files where organization_id = $1', [
          acme.organizationId,
        ])
      ).length;
    const count = await files();
    const events = (await activityOf(test.dataSource, acme.organizationId)).length;
    const { html } = await send(owner, { name: 'Other name', color: '#0f6b3a' }, logo, '/preview/signing');
    expect(html).toContain('Other name');
    expect(html).toContain('/brand/colors/0f6b3a.css');
    expect(html).toContain('src="data:image/png;base64,');
    expect(await stored(acme)).toEqual(before);
    expect(await files()).toBe(count);
    expect(await activityOf(test.dataSource, acme.organizationId)).toHaveLength(events);
    expect((await owner.get('settings/preview/mail')).html).toContain('Acme');
    expect((await owner.get('settings/preview/other')).status).toBe(404);
  });

  it.each([
    ['an empty name', { name: ' \u202e ' }, 'at most 200 characters'],
    ['a colour that cannot be read', { color: '#ffcc00' }, 'The nearest shade that has it is #'],
    ['no colour', { color: 'red;}' }, 'six digits from 0 to f'],
    ['a long contact line', { contactLine: 'x'.repeat(201) }, 'at most 200 characters'],
    ['an unknown language', { locale: 'xx' }, 'one of the languages'],
  ])('refuses %s beside its field, and keeps what was typed', async (_name, fields, words) => {
    const before = await stored(acme);
    const refused = await send(owner, { contactLine: 'Kept', ...fields });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(words);
    if (!('contactLine' in fields)) expect(refused.html).toContain('value="Kept"');
    expect((await send(owner, fields, undefined, '/preview/mail')).html).toContain(words);
    expect(await stored(acme)).toEqual(before);
  });

  it('refuses files that are not small PNGs or JPEGs, and keeps only the picture of one that is', async () => {
    const huge = await sharp({ create: { width: 4_001, height: 10, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const files: [Buffer, string][] = [
      [Buffer.from(SVG), 'This is an SVG'],
      [Buffer.from(`<?xml version="1.0"?>${SVG}`), 'This is an SVG'],
      [Buffer.from('GIF89a'), 'neither a PNG nor a JPEG'],
      [await sharp(logo).webp().toBuffer(), 'neither a PNG nor a JPEG'],
      [huge, 'more than 4,000 pixels'],
      [withSize(logo, 60_000), 'more than 4,000 pixels'],
      [withSize(logo, 3_900), 'cannot be read'],
      [logo.subarray(0, 200), 'cannot be read'],
      [Buffer.concat([logo, Buffer.alloc(1_200_000)]), 'larger than 1 MB'],
    ];
    for (const [file, words] of files) {
      const refused = await send(owner, {}, file);
      expect([refused.status, refused.html.includes(words)]).toEqual([400, true]);
    }
    const polyglot = Buffer.concat([logo, Buffer.from(`${EVIL}%PDF-1.7 PK\x05\x06`)]);
    await send(owner, {}, polyglot);
    const kept = await fetch(`${test.url}${logoIn((await owner.get('settings')).html)}`);
    const bytes = Buffer.from(await kept.arrayBuffer());
    for (const foreign of ['<script', '%PDF', 'PK\x05\x06']) expect(bytes.includes(foreign)).toBe(false);
  });

  it('accepts only forms of its own page, and reveals no address of another organization', async () => {
    for (const formToken of ['', 'f'.repeat(64)])
      for (const page of ['', '/preview/mail'])
        expect((await sendWith(owner, { name: 'Taken', formToken }, undefined, page)).status).toBe(403);
    expect(await stored(acme)).toMatchObject({ name: 'Acme' });
    const other = await signedIn(test, await test.createOrganization({ name: 'Other' }));
    expect(logoIn((await other.get('settings')).html)).toBeUndefined();
    expect((await other.get('settings/preview/signing')).html).not.toContain('data:image/png');
    for (const name of ['0'.repeat(64) + '.png', '1.png', `${acme.organizationId}`, '..%2f..%2fetc%2fpasswd'])
      expect((await fetch(`${test.url}/brand/logos/${name}`)).status).toBe(404);
    for (const name of ['ffcc00.css', 'red.css', '1a5fb4', '1A5FB4.css', '000000;}.css'])
      expect((await fetch(`${test.url}/brand/colors/${name}`)).status).toBe(404);
  });
});

/** A PNG whose header claims another width and height than its pixels have. */
function withSize(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
