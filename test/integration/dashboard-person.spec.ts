import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { sendRequest } from '../support/samples.js';

const PAGE = 'settings/person';

describe('a person’s data at the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  const send = (form: string, email: string) => owner.send(`${PAGE}/${form}`, { email }, PAGE);
  const erase = (email: string, typed: string) => owner.send(`${PAGE}/erase`, { email, typed }, PAGE);
  const lastEvent = async () => (await activityOf(test.dataSource, acme.organizationId)).at(-1);

  inDepth('shows what would be erased, erases it, and shows what is left', async () => {
    const email = 'zelda@people.test';
    const { id: ended } = await sendRequest(acme.api, { signers: [{ email }] });
    const { id: open } = await sendRequest(acme.api, { signers: [{ email }] });
    await acme.api.delete(`/api/v1/signatures/${ended}`);
    const checked = await send('check', email);
    expect(checked.html).toContain('Erase for good');
    expect(checked.html).toMatch(new RegExp(`One request that has ended:.*signatures/${ended}"`, 's'));
    expect(checked.html).toMatch(new RegExp(`One request is open.*signatures/${open}"`, 's'));
    expect(checked.html).toMatch(/class="button danger"/);
    expect(checked.html).toContain(`signatures/${ended}"><bdi>Lease agreement</bdi>`);
    for (const typed of ['', 'zelda@people.example', `${email}x`]) {
      const refused = await erase(email, typed);
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain(`Type ${email}.`);
    }
    expect(await lastEvent()).not.toMatchObject({ type: 'person_erased' });
    const erased = await erase(email, ' Zelda@People.test ');
    expect(erased).toMatchObject({ status: 200 });
    expect(erased.html).toContain('What was erased');
    expect(erased.html).not.toContain('Erase for good');
    expect(await lastEvent()).toMatchObject({
      type: 'person_erased',
      userId: acme.userId,
      data: { requests: [ended] },
    });
    expect((await send('check', email)).html).not.toContain('Erase for good');
  });

  it('exports everything about a person as a ZIP file', async () => {
    const exported = await send('export', 'nobody@people.test');
    expect(exported.status).toBe(200);
    expect(exported.html).toMatch(/^PK/);
    expect(await lastEvent()).toMatchObject({ type: 'person_exported', userId: acme.userId });
  });

  it.each(['export', 'check', 'erase'])(
    'asks for the password again before it does this: %s',
    async (form) => {
      owner.cookies.clear();
      await owner.signIn();
      await test.database.moveClock('11 minutes');
      expect((await send(form, 'zelda@people.test')).location).toMatch(/^\/confirm/);
    },
  );

  it.each(['', 'zelda', 'a@b\r\nc'])('refuses %j as an address', async (email) => {
    const { status, html } = await send('check', email);
    expect(status).toBe(400);
    expect(html).toContain('Enter an email address such as');
  });
});
