import { countOneMore, hourlyCountOf } from '../../src/platform/limits/hourly-count.queries.js';
import { databaseBefore, undoMigrations } from '../support/migrations.js';

/** How the previous version counts, takes back and forgets codes. */
const COUNT = `
  insert into one_time_code_counts as c (subject, count) values (sha256($1), 1)
  on conflict (subject) do update set
    count = case when c.since > app_now() - interval '1 hour' then c.count + 1 else 1 end,
    since = case when c.since > app_now() - interval '1 hour' then c.since else app_now() end
  returning count`;
const TAKE_BACK = `
  with last as (delete from one_time_code_counts where subject = sha256($1) and count <= 1 returning subject)
  update one_time_code_counts set count = count - 1
    where subject = sha256($1) and not exists (select from last)`;
const FORGET = `
  delete from one_time_code_counts where subject in (
    select subject from one_time_code_counts where since < app_now() - interval '2 hours'
    limit 20 for update skip locked)`;

const SUBJECT = 'sentTo:jo@acme.test';

describe('the migration to one table of hourly counts', () => {
  it('goes on counting codes, together with the previous version', async () => {
    const { dataSource, drop } = await databaseBefore(111);
    const { manager } = dataSource;
    const countBefore = async () =>
      (await manager.query<{ count: number }[]>(COUNT, [Buffer.from(SUBJECT)]))[0]!.count;
    try {
      expect([await countBefore(), await countBefore()]).toEqual([1, 2]);
      await dataSource.runMigrations();
      expect([await countOneMore(manager, SUBJECT), await countBefore()]).toEqual([3, 4]);
      await manager.query(TAKE_BACK, [Buffer.from(SUBJECT)]);
      expect(await hourlyCountOf(manager, SUBJECT)).toBe(3);
      await manager.query(`update hourly_counts set since = since - interval '3 hours'`);
      await manager.query(FORGET);
      expect(await countOneMore(manager, SUBJECT)).toBe(1);
      await manager.query(TAKE_BACK, [Buffer.from(SUBJECT)]);
      expect(await manager.query('select from hourly_counts')).toEqual([]);
      await undoMigrations(dataSource, 111);
      expect(await countBefore()).toBe(1);
    } finally {
      await drop();
    }
  });
});
