import { type DashboardMember, formTokenIn } from '../support/dashboard-member.js';
import { Person } from '../support/person.js';
import { caseWithoutPictures } from '../support/review-cases.js';
import { ReviewDesk } from '../support/review-desk.js';

let desk: ReviewDesk;

beforeAll(async () => {
  desk = await ReviewDesk.start();
}, 120_000);
afterAll(() => desk?.close());

it('only the reviewer who holds the claim can ask a person again at the dashboard', async () => {
  const { anna, boris, test: app } = desk;
  const session = await caseWithoutPictures(app, desk.acme, { verificationMethod: 'document' });
  const page = `reviews/${session.id}`;
  const askFor = async (member: DashboardMember, wanted: string) => {
    const formToken = formTokenIn(await member.get('account'))!;
    return member.post(`${page}/ask`, { formToken, ask: wanted });
  };
  expect((await anna.get(page)).html).toContain('value="front:glare"');
  await askFor(boris, 'front:glare');
  for (const wanted of ['front:bogus', '']) {
    const refused = await askFor(anna, wanted);
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/data-decision="asked" open>[^]+Choose what to ask for, and why\./);
  }
  await askFor(anna, 'back:blurred');
  expect(await session.read()).toMatchObject({ status: 'failed' });
  expect((await askFor(anna, 'front:glare')).location).toBe(`/reviews?asked=${session.id}`);
  expect(await session.read()).toMatchObject({ status: 'in_progress' });
  expect((await anna.get(`reviews?asked=${session.id}`)).html).toContain('is being asked again');
  expect((await anna.get(page)).status).toBe(404);

  const { sessionUrl } = await session.read();
  await new Person(sessionUrl).post('/cancel');
  const back = (await boris.get(page)).html;
  expect(back).toContain('Approve');
  expect(back).not.toContain('value="front:glare"');
  const recorded = await app.dataSource.query<unknown[]>(
    "select data from activity_events where type = 'person_asked_again' and subject_id = $1",
    [session.id],
  );
  expect(recorded).toEqual([{ data: { part: 'front', reason: 'glare' } }]);
});
