import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Personal data in a request's audit trail can be erased, by a tombstone that the chain holds already. All else about an event
 * stays as it was recorded, its hash included.
 */
export class ErasePeople1700000000062 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signature_audit_events add column erased_in integer check (erased_in > number);

      create or replace function refuse_change_of_evidence() returns trigger language plpgsql as $$
        begin
          if tg_op = 'UPDATE' and current_setting('countersign.erasing', true) = 'on' then return null; end if;
          raise exception '% is only added to', tg_table_name;
        end $$;

      create function refuse_all_but_erasure() returns trigger language plpgsql as $$
        begin
          if old.type <> 'data_erased' and new.erased_in > coalesce(old.erased_in, old.number)
              and to_jsonb(new) - 'data' - 'erased_in' = to_jsonb(old) - 'data' - 'erased_in'
              and exists (select from signature_audit_events t where t.organization_id = new.organization_id
                and t.signature_id = new.signature_id and t.number = new.erased_in and t.type = 'data_erased') then
            return new;
          end if;
          raise exception '% is only added to', tg_table_name;
        end $$;
      create trigger signature_audit_events_only_erased before update on signature_audit_events
        for each row execute function refuse_all_but_erasure();

      -- Leaves p_data of an event, for which the tombstone p_erased_in vouches.
      create function erase_signature_event(
        p_organization_id bigint, p_signature_id bigint, p_number integer, p_erased_in integer, p_data text)
      returns void language plpgsql as $$
        begin
          perform set_config('countersign.erasing', 'on', true);
          update signature_audit_events set data = p_data::jsonb, erased_in = p_erased_in
            where organization_id = p_organization_id and signature_id = p_signature_id and number = p_number;
          perform set_config('countersign.erasing', 'off', true);
        end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function erase_signature_event;
      drop trigger signature_audit_events_only_erased on signature_audit_events;
      drop function refuse_all_but_erasure;
      create or replace function refuse_change_of_evidence() returns trigger language plpgsql as $$
        begin raise exception '% is only added to', tg_table_name; end $$;
      alter table signature_audit_events drop column erased_in;
    `);
  }
}
