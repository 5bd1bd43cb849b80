import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Requests sent from the rows of a file. A row's number and reference are unique in its file, and a request belongs to one
 * row, so that nothing is made twice whoever tries.
 */
export class SendInBulk1700000000153 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_sends (
        id bigint not null generated always as identity,
        organization_id bigint not null references organizations,
        name text not null,
        template_id bigint not null,
        version integer not null,
        state text not null default 'empty'
          check (state in ('empty', 'checked', 'running', 'paused', 'finished', 'cancelled')),
        on_invalid text not null check (on_invalid in ('stop', 'skip')),
        defaults jsonb not null,
        file jsonb,
        rows_digest bytea,
        to_create integer,
        paused_because text,
        started_by jsonb,
        created_by_user_id bigint not null references users,
        created_at timestamptz(3) not null default app_now(),
        uploaded_at timestamptz(3),
        started_at timestamptz(3),
        ended_at timestamptz(3),
        rows_removed_at timestamptz(3),
        primary key (organization_id, id),
        foreign key (organization_id, template_id, version) references template_versions
      );
      create index bulk_sends_by_start on bulk_sends (organization_id, started_at) where started_at is not null;
      create index bulk_sends_by_template on bulk_sends (organization_id, template_id, version);

      create table bulk_send_rows (
        organization_id bigint not null,
        bulk_send_id bigint not null,
        number integer not null check (number > 0),
        line integer not null check (line > 0),
        reference text,
        state text not null check (state in ('valid', 'invalid', 'created', 'failed', 'cancelled')),
        warned boolean not null,
        sealed bytea,
        signature_id bigint references signatures,
        created_at timestamptz(3),
        primary key (organization_id, bulk_send_id, number),
        foreign key (organization_id, bulk_send_id) references bulk_sends,
        check ((state = 'created') = (signature_id is not null))
      );
      create unique index bulk_send_rows_reference on bulk_send_rows (organization_id, bulk_send_id, reference)
        where reference is not null and state <> 'invalid';
      create unique index bulk_send_rows_request on bulk_send_rows (organization_id, signature_id)
        where signature_id is not null;
      create index bulk_send_rows_by_state on bulk_send_rows (organization_id, bulk_send_id, state, number);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bulk_send_rows; drop table bulk_sends;');
  }
}
