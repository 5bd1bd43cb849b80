import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { ANNA } from '../support/signing-requests.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { type Seen } from '../support/visitor.js';

/** A form on its page, and what makes it another one when it is changed after going back. */
interface Making {
  page: (world: World) => string;
  /** By default that of the page. */
  action?: (world: World) => string;
  fields?: Record<string, string>;
  file?: (world: World) => { name: string; bytes: Buffer };
  changed?: Record<string, string>;
  table: string;
  /** By default the owner. */
  by?: 'reviewer';
}

interface World {
  template: string;
  request: string;
  decided: string;
  lease: Buffer;
  archive: Buffer;
}

const FORMS: Record<string, Making> = {
  'a new request': {
    page: () => 'signatures/new',
    fields: { type: 'fast', documentName: 'Lease' },
    file: ({ lease }) => ({ name: 'Lease.pdf', bytes: lease }),
    changed: { documentName: 'Another lease' },
    table: 'signatures',
  },
  'a request sent again': {
    page: ({ request }) => request,
    action: ({ request }) => `${request}/again`,
    table: 'signatures',
  },
  'a request of a template': {
    page: ({ template }) => `${template}/use`,
    fields: { 'email-0': ANNA.email, subject: 'Your lease' },
    changed: { 'email-0': 'somebody-else@signers.test' },
    table: 'signatures',
  },
  'a new template': {
    page: () => 'templates/new',
    fields: { name: 'Lease' },
    file: ({ lease }) => ({ name: 'Lease.pdf', bytes: lease }),
    changed: { name: 'Another lease' },
    table: 'templates',
  },
  'an imported template': {
    page: () => 'templates/import',
    file: ({ archive }) => ({ name: 'Lease.zip', bytes: archive }),
    table: 'templates',
  },
  'a duplicate of a template': {
    page: ({ template }) => template,
    action: ({ template }) => `${template}/duplicate`,
    table: 'templates',
  },
  'a template of a request': {
    page: ({ request }) => request,
    action: ({ request }) => `${request}/template`,
    table: 'templates',
  },
  'a verification': {
    page: () => 'verifications/new',
    fields: { person: 'Anna Eriksson', email: ANNA.email, minutes: '60' },
    changed: { email: 'somebody-else@signers.test' },
    table: 'identity_verifications',
  },
  'a note on a case': {
    page: ({ decided }) => decided,
    action: ({ decided }) => `${decided}/notes`,
    fields: { note: 'Looked at it again.' },
    changed: { note: 'And once more.' },
    table: 'review_notes',
    by: 'reviewer',
  },
};

describe('a form of the dashboard that makes something', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let reviewer: DashboardMember;
  let world: World;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    reviewer = await signedIn(test, acme, 'reviewer');
    const template = (await publishedTemplate(acme, RENT_TEMPLATE)).replace('/api/v1/', '');
    const lease = await textPdf(1);
    const draft = await owner.upload(
      'signatures/new',
      { type: 'fast', documentName: '' },
      { name: 'Lease.pdf', bytes: lease },
    );
    const request = draft.location!.slice(1).replace('/signers', '');
    await owner.send(`${request}/signers`, { 'email-0': ANNA.email, 'order-0': '1', subject: 'Lease' });
    await owner.send(`${request}/send`, {}, `${request}/check`);
    const decided = await caseWithoutPictures(test, acme);
    await reviewing.open(reviewer, decided);
    await reviewing.reject(reviewer, decided);
    world = {
      ...{ template, request, lease, decided: `reviews/${decided.id}` },
      archive: await owner.bytes(`${template}/export.zip`),
    };
  });

  const count = async (table: string): Promise<number> => {
    const [row] = await test.dataSource.query<{ count: number }[]>(
      `select count(*)::int as count from ${table} where organization_id = $1`,
      [acme.organizationId],
    );
    return row!.count;
  };

  /** @returns a function that sends the form of the page, as often as it is called */
  async function opened(
    making: Making,
    person = making.by ? reviewer : owner,
  ): Promise<(more?: Record<string, string>) => Promise<Seen>> {
    const page = making.page(world);
    const seen = await person.get(page);
    const own = { formToken: formTokenIn(seen)!, ...Object.fromEntries(hiddenIn(seen)) };
    const action = making.action?.(world) ?? page;
    return (more = {}) => {
      const fields = Object.entries({ ...own, ...making.fields, ...more });
      if (!making.file) return person.post(action, fields);
      const body = new FormData();
      for (const [name, text] of fields) body.set(name, text);
      const { name, bytes } = making.file(world);
      body.set('file', new Blob([new Uint8Array(bytes)]), name);
      return person.postParts(action, body);
    };
  }

  it.each(Object.entries(FORMS))('makes one for a form that is sent again: %s', async (_, making) => {
    const before = await count(making.table);
    const send = await opened(making);
    const first = await send();
    expect(first.status).toBe(303);
    const again = await send();
    expect(again).toMatchObject({ status: 303, location: first.location });
    expect(await count(making.table)).toBe(before + 1);
  });

  it.each(Object.entries(FORMS))('makes one for a form pressed twice: %s', async (_, making) => {
    const before = await count(making.table);
    const send = await opened(making);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await count(making.table)).toBe(before + 1);
  });

  it.each(Object.entries(FORMS))('makes another for the page opened anew: %s', async (_, making) => {
    const before = await count(making.table);
    const [one, other] = [await opened(making), await opened(making)];
    expect([(await one()).status, (await other()).status]).toEqual([303, 303]);
    expect(await count(making.table)).toBe(before + 2);
  });

  it.each(Object.entries(FORMS).filter(([, { changed }]) => changed))(
    'makes another for a form that was changed after going back: %s',
    async (_, making) => {
      const before = await count(making.table);
      const send = await opened(making);
      expect([(await send()).status, (await send(making.changed)).status]).toEqual([303, 303]);
      expect(await count(making.table)).toBe(before + 2);
    },
  );

  it('is sent again after it was refused', async () => {
    const making = FORMS['a request of a template']!;
    const send = await opened(making);
    expect((await send({ 'email-0': 'nobody' })).status).toBe(400);
    expect((await send()).status).toBe(303);
  });

  it('belongs to its organization: the same one elsewhere makes another', async () => {
    const zenith = await test.createOrganization({ name: 'Zenith' });
    const stranger = await signedIn(test, zenith);
    const making = FORMS['a verification']!;
    const send = await opened(making);
    const sendThere = await opened(making, stranger);
    const once = { once: 'the same' };
    const [here, there] = [await send(once), await sendThere(once)];
    expect([here.status, there.status]).toEqual([303, 303]);
    expect(there.location).not.toBe(here.location);
  });

  it('of a page of an earlier version makes one each time', async () => {
    const making = FORMS['a verification']!;
    const before = await count(making.table);
    const send = await opened(making);
    await send({ once: '' });
    await send({ once: '' });
    expect(await count(making.table)).toBe(before + 2);
  });
});
