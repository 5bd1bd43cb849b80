import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Since when each endpoint fails, instead of all of an organization together. What fails where there are several endpoints is
 * forgotten, because it is not known which one it was: their next attempts tell.
 */
export class TellDisruptionsApart1700000000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Which of the things of its kind fails; 0 where an organization has but one.
      alter table disruptions add subject bigint not null default 0;
      update disruptions d set subject = e.id from webhook_endpoints e
        where d.what = 'endpoint' and e.organization_id = d.organization_id and e.is_first
          and not exists (select from webhook_endpoints o where o.organization_id = d.organization_id and not o.is_first);
      delete from disruptions where what = 'endpoint' and subject = 0;
      drop index disruptions_open;
      create unique index disruptions_open on disruptions (organization_id, what, subject) where ended_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from disruptions d using disruptions earlier
        where d.ended_at is null and earlier.ended_at is null and d.organization_id = earlier.organization_id
          and d.what = earlier.what and d.id > earlier.id;
      drop index disruptions_open;
      create unique index disruptions_open on disruptions (organization_id, what) where ended_at is null;
      alter table disruptions drop subject;
    `);
  }
}
