import sharp from 'sharp';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { Brands } from '../../src/brands/brands.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { beginShortVerification } from '../support/verifications.js';
import { Visitor } from '../support/visitor.js';

const CONTACT = 'Questions? +34 600 000 000';

describe('the brand of an organization', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    const png = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#1a5fb4' } })
      .png()
      .toBuffer();
    await test.app.get(Brands, { strict: false }).save(operatorOf(acme.organizationId), {
      ...{ name: 'Acme', color: '#1a5fb4', contactLine: CONTACT, contactEmail: null },
      ...{ locale: null, timeZone: null },
      logo: { png, width: 300, height: 90 },
    });
  });

  /** The parts of the brand that a page lacks, each with the page's first heading. */
  const lacks = ({ html, heading }: { html: string; heading: string }) =>
    Object.entries({
      color: '/brand/colors/1a5fb4.css',
      logo: 'class="asker-logo"',
      contact: CONTACT,
      name: 'Acme',
    })
      .filter(([, mark]) => !html.includes(mark))
      .map(([part]) => `${heading || html.slice(0, 80)}: ${part}`);

  /** Opens pages of a request by their path below the link. @returns their headings */
  async function walk(
    { visitors }: SentRequest,
    pages: readonly string[],
    { signer = 0, status = 200 } = {},
  ): Promise<string[]> {
    const headings: string[] = [];
    for (const page of pages) {
      const seen = await visitors[signer]!.get(page);
      expect([page, seen.status, lacks(seen)]).toEqual([page, status, []]);
      headings.push(seen.heading);
    }
    return headings;
  }

  const send = (type: string, signers = [ANNA], options = {}) =>
    sendRequest(test, acme, type, signers, options);

  inDepth('the brand is on every page of signing, from the link to the end', async () => {
    const request = await send(
      'fast',
      [
        { ...ANNA, order: 1 },
        { ...JONAS, order: 2 },
      ],
      { allowHandOver: true },
    );
    await walk(request, ['', 'document', 'text', 'consent', 'reject', 'hand-over']);
    await walk(request, ['', 'document'], { signer: 1 });
    expect(lacks(await request.visitors[0]!.post('consent', {}))).toEqual([]);
    await request.visitors[0]!.sign();
    await walk(request, ['', 'done']);
    await walk(await send('advanced'), ['', 'code']);
    await walk(await send('self_signed'), ['', 'document', 'consent']);
    const drawn = await send('in_person');
    await walk(drawn, ['', 'document', 'consent']);
    const phone = new Visitor(`${test.url}/draw/${await drawn.visitors[0]!.showPhoneCode()}`);
    expect(lacks(await phone.get())).toEqual([]);
  });

  inDepth('the brand is on the pages of an ended request, however it ended', async () => {
    const [rejected, cancelled, expired, completed] = [
      await send('fast'),
      await send('fast'),
      await send('fast'),
      await send('fast'),
    ];
    await rejected.visitors[0]!.post('reject', { reason: 'The rent is wrong.', confirmed: 'yes' });
    await acme.api.delete(cancelled.path);
    await test.dataSource.query("update signatures set status = 'expired' where id = $1", [expired.id]);
    await completed.visitors[0]!.sign();
    await until('it is completed', async () => (await completed.status()) === 'completed');
    const headings: string[] = [];
    headings.push(...(await walk(rejected, [''])));
    for (const request of [cancelled, expired])
      headings.push(...(await walk(request, [''], { status: 410 })));
    headings.push(...(await walk(completed, ['done'])));
    expect(new Set(headings).size).toBe(4);
  });

  it('the brand is on every page of a verification that a person without scripts can open', async () => {
    const { person } = await beginShortVerification(test, acme);
    const seen = [await person.look(), await person.agree(), await person.look('/cancel')];
    seen.push(await person.post('/document-type', { documentType: 'id_card', country: 'DE' }));
    seen.push(await person.upload('front', null), await person.post('/cancel'));
    for (const page of seen) expect(lacks(page)).toEqual([]);
    expect(new Set(seen.map(({ heading }) => heading)).size).toBeGreaterThanOrEqual(5);
  });
});
