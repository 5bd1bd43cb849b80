import { ActivityLog } from '../../src/activity/activity-log.js';
import { type ActivityEntry, operatorOf } from '../../src/activity/domain/activity-event.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp } from '../support/app.js';

const WRITERS = 50;

describe('the activity log', () => {
  let test: SharedTestApp;
  let log: ActivityLog;

  beforeAll(async () => {
    test = await sharedTestApp();
    log = test.app.get(ActivityLog, { strict: false });
  });

  const newOrganization = async () => (await test.createOrganization()).organizationId;

  /** Records an event in its own transaction. */
  const record = (organizationId: number, entry: Partial<ActivityEntry> = {}) =>
    test.app
      .get(Transactions)
      .run((tx) => log.record(tx, { ...operatorOf(organizationId), type: 'endpoint_saved', ...entry }));

  const eventsOf = (organizationId: number) => activityOf(test.dataSource, organizationId);

  /** Does what only a database administrator can do. */
  const forced = (statement: string) =>
    test.dataSource.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

  it(`numbers the events of ${WRITERS} writers at once without gaps, in each of two organizations`, async () => {
    const [acme, other] = [await newOrganization(), await newOrganization()];
    const writers = Array.from({ length: WRITERS }, (_none, writer) =>
      record(writer % 2 === 0 ? acme : other, { data: { writer } }),
    );
    await Promise.all(writers);
    for (const organizationId of [acme, other]) {
      const events = await eventsOf(organizationId);
      expect(events.map(({ number }) => number)).toEqual(
        Array.from({ length: WRITERS / 2 }, (_none, index) => index + 1),
      );
      const head = events.at(-1)!.hash;
      const verdict = { events: WRITERS / 2, isWhole: true, head, firstBroken: null };
      expect(await log.verify(organizationId)).toEqual(verdict);
    }
  });

  it('makes no organization wait for another', async () => {
    const [acme, other] = [await newOrganization(), await newOrganization()];
    await test.app.get(Transactions).run(async (tx) => {
      await log.record(tx, { ...operatorOf(acme), type: 'endpoint_paused' });
      await record(other);
    });
    expect(await eventsOf(other)).toHaveLength(1);
  });

  it('keeps whatever JSON it is given, and refuses anything else', async () => {
    const acme = await newOrganization();
    const data = { text: '"\\\n\u2028 ü 漢 😀', numbers: [0, -1, 1e21, 0.1], 'b "ä"': { z: null, a: true } };
    await record(acme, { data, subject: { kind: 'signature', id: 7 } });
    expect(await eventsOf(acme)).toMatchObject([{ data, subjectKind: 'signature', subjectId: 7 }]);
    expect((await log.verify(acme)).isWhole).toBe(true);
    await expect(record(acme, { data: { at: new Date() } })).rejects.toThrow(TypeError);
    await expect(record(999_999_999)).rejects.toThrow('there is no organization 999999999');
  });

  it.each([
    "update activity_events set type = 'signed_in'",
    'delete from activity_events',
    'truncate activity_events',
  ])('refuses to change the activity log: %s', async (statement) => {
    await expect(test.dataSource.query(statement)).rejects.toThrow('activity_events is only added to');
  });

  it.each<[what: string, statement: string]>([
    ['type', "update activity_events set type = 'signed_out'"],
    ['user', 'update activity_events set user_id = (select min(id) from users)'],
    ['address', "update activity_events set address = '192.0.2.1'"],
    ['subject', 'update activity_events set subject_id = 8'],
    ['kind of subject', "update activity_events set subject_kind = 'user'"],
    ['data', `update activity_events set data = '{"to": "owner"}'`],
    ['time', "update activity_events set created_at = created_at + interval '1 millisecond'"],
    ['hash', "update activity_events set hash = sha256('another')"],
    ['link', "update activity_events set previous = sha256('another')"],
    ['row that is missing', 'delete from activity_events'],
  ])('detects a changed %s, even if forced past the database', async (_what, statement) => {
    const acme = await newOrganization();
    for (let number = 1; number <= 3; number++)
      await record(acme, { subject: { kind: 'signature', id: 7 }, data: { to: 'admin' } });
    await forced(`${statement} where organization_id = ${acme} and number = 2`);
    expect(await log.verify(acme)).toMatchObject({ isWhole: false, firstBroken: 2 });
  });

  it('does not accept an empty log as a complete one', async () => {
    expect(await log.verify(await newOrganization())).toMatchObject({ events: 0, isWhole: false });
  });

  it('records an event together with the changes of `work`, or neither', async () => {
    const acme = await newOrganization();
    const rename = (name: string) =>
      test.app
        .get(Transactions)
        .run((tx) => tx.query('update organizations set name = $2 where id = $1', [acme, name]));
    const entry = { ...operatorOf(acme), type: 'endpoint_saved' } as const;
    await log.recordWith(
      () => rename('renamed'),
      () => entry,
    );
    await expect(
      log.recordWith(
        () => rename('lost'),
        () => ({ ...entry, data: { bad: undefined } }),
      ),
    ).rejects.toThrow(TypeError);
    const names = await test.dataSource.query('select name from organizations where id = $1', [acme]);
    expect(names).toEqual([{ name: 'renamed' }]);
    expect(await eventsOf(acme)).toHaveLength(1);
  });
});
