import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The audit log of people's actions: a chain of hashes for each organization, to which rows are only added. */
export class CreateActivity1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table activity_events (
        organization_id bigint not null references organizations,
        number integer not null check (number > 0),
        type text not null,
        user_id bigint references users,
        address text not null,
        subject_kind text,
        subject_id bigint,
        data jsonb not null,
        created_at timestamptz(3) not null,
        previous bytea check (length(previous) = 32),
        hash bytea not null check (length(hash) = 32),
        primary key (organization_id, number),
        check ((subject_kind is null) = (subject_id is null)),
        check ((number = 1) = (previous is null))
      );
      create index activity_events_by_type on activity_events (organization_id, type, number);
      create index activity_events_by_user on activity_events (organization_id, user_id, number);
      create index activity_events_by_subject
        on activity_events (organization_id, subject_kind, subject_id, number);
      create index activity_events_by_time on activity_events (organization_id, created_at);

      create function refuse_change_of_activity() returns trigger language plpgsql as $$
        begin raise exception '% is only added to', tg_table_name; end $$;
      create trigger activity_events_append_only before update or delete or truncate on activity_events
        for each statement execute function refuse_change_of_activity();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table activity_events; drop function refuse_change_of_activity;');
  }
}
