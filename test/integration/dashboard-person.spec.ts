import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { sendRequest } from '../support/samples.js';

const PAGE = 'settings/person';

describe('the page about the data of a person', () => {
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
  const lastEvent = async () => (await activityOf(test.dataSource, acme.organizationId)).at(-1);

  it('says what would be erased, erases it, and says what is left', async () => {
    const email = 'zelda@people.test';
    const { id: ended } = await sendRequest(acme.api, { signers: [{ email }] });
    const { id: open } = await sendRequest(acme.api, { signers: [{ email }] });
    await acme.api.delete(`/api/v1/signatures/${ended}`);
    const checked = await send('check', email);
    expect(checked.html).toContain('Erase for good');
    expect(checked.html).toMatch(new RegExp(`One request that has ended:.*signatures/${ended}"`, 's'));
    expect(checked.html).toMatch(new RegExp(`One request is open.*signatures/${open}"`, 's'));
    const erased = await send('erase', email);
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

  it('exports everything as a ZIP file', async () => {
    const exported = await send('export', 'nobody@people.test');
    expect(exported.status).toBe(200);
    expect(exported.html).toMatch(/^PK/);
    expect(await lastEvent()).toMatchObject({ type: 'person_exported', userId: acme.userId });
  });

  it.each(['export', 'check', 'erase'])(
    'asks for the password again before it does that: %s',
    async (form) => {
      owner.cookies.clear();
      await owner.signIn();
      await test.database.moveClock('11 minutes');
      expect((await send(form, 'zelda@people.test')).location).toMatch(/^\/confirm/);
    },
  );

  it.each(['', 'zelda', 'a@b\r\nc'])('does not take %j for an address', async (email) => {
    const { status, html } = await send('check', email);
    expect(status).toBe(400);
    expect(html).toContain('Enter an email address such as');
  });
});
