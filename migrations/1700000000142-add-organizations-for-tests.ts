import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** An organization is for tests from its creation on, for good; each other one can have one of its own. */
export class AddOrganizationsForTests1700000000142 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organizations
        add is_test boolean not null default false,
        add test_of bigint unique references organizations,
        add check (test_of is null or is_test);
      create function organizations_stay_tests() returns trigger language plpgsql as $$
      begin
        raise exception 'whether an organization is for tests never changes' using errcode = 'restrict_violation';
      end $$;
      create trigger organizations_stay_tests before update of is_test, test_of on organizations for each row
        when (new.is_test is distinct from old.is_test or new.test_of is distinct from old.test_of)
        execute function organizations_stay_tests();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger organizations_stay_tests on organizations;
      drop function organizations_stay_tests();
      alter table organizations drop test_of, drop is_test;
    `);
  }
}
