import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The audit trail becomes an append-only hash chain. Existing events are chained as they are.
 * Completed requests have a certificate of completion.
 */
export class ChainAuditEvents1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signature_audit_events
        add column number integer check (number > 0),
        add column previous bytea check (length(previous) = 32),
        add column hash bytea check (length(hash) = 32);
    `);
    await runner.query(EVENT_HASH);
    await runner.query(CHAIN_EXISTING);
    await runner.query(`
      alter table signature_audit_events
        alter column number set not null,
        alter column hash set not null,
        add constraint signature_audit_events_in_order unique (organization_id, signature_id, number);
      -- The constraint's index serves what this one did.
      drop index signature_audit_events_by_signature;
    `);
    await runner.query(APPEND_EVENT);
    await runner.query(APPEND_ONLY);
    await runner.query(`
      alter table signature_documents
        drop constraint signature_documents_kind_check,
        add constraint signature_documents_kind_check
          check (kind in ('original', 'presented', 'signed', 'certificate'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from signature_documents where kind = 'certificate';
      alter table signature_documents
        drop constraint signature_documents_kind_check,
        add constraint signature_documents_kind_check check (kind in ('original', 'presented', 'signed'));
      drop trigger signature_audit_events_append_only on signature_audit_events;
      drop function refuse_change_of_evidence, append_signature_event, signature_event_hash;
      alter table signature_audit_events drop column number, drop column previous, drop column hash;
      create index signature_audit_events_by_signature on signature_audit_events (organization_id, signature_id, id);
    `);
  }
}

/** SHA-256 of the event's canonical JSON (RFC 8785); `p_data` is canonical already. The same as docs/evidence.md says. */
const EVENT_HASH = `
  create function signature_event_hash(p_created_at timestamptz, p_data text, p_number integer, p_previous bytea,
    p_signature_id bigint, p_signer_id bigint, p_type text) returns bytea stable language sql as $$
    select sha256(convert_to(format(
      '{"createdAt":"%s","data":%s,"number":%s,"previous":%s,"signatureId":%s,"signerId":%s,"type":%s}',
      to_char(p_created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_data, p_number,
      coalesce('"' || encode(p_previous, 'hex') || '"', 'null'), p_signature_id,
      coalesce(p_signer_id::text, 'null'), to_json(p_type)), 'UTF8')) $$;
`;

/**
 * Adds the next event. The request's row is locked first, so that two events never take the same number; code that
 * locks its signers' rows too has locked the request before. Each statement sees what was committed before it.
 */
const APPEND_EVENT = `
  create function append_signature_event(
    p_organization_id bigint, p_signature_id bigint, p_signer_id bigint, p_type text, p_data text)
  returns void language plpgsql as $$
  declare
    v_created_at timestamptz(3) := app_now();
    v_number integer;
    v_previous bytea;
  begin
    perform from signatures where id = p_signature_id and organization_id = p_organization_id for no key update;
    if not found then raise exception 'no such signature request'; end if;
    select number, hash into v_number, v_previous from signature_audit_events
      where organization_id = p_organization_id and signature_id = p_signature_id order by number desc limit 1;
    v_number := coalesce(v_number, 0) + 1;
    insert into signature_audit_events
      (organization_id, signature_id, signer_id, type, data, created_at, number, previous, hash)
    values (p_organization_id, p_signature_id, p_signer_id, p_type, p_data::jsonb, v_created_at, v_number, v_previous,
      signature_event_hash(v_created_at, p_data, v_number, v_previous, p_signature_id, p_signer_id, p_type));
  end $$;
`;

const APPEND_ONLY = `
  create function refuse_change_of_evidence() returns trigger language plpgsql as $$
    begin raise exception '% is only added to', tg_table_name; end $$;
  create trigger signature_audit_events_append_only before update or delete or truncate on signature_audit_events
    for each statement execute function refuse_change_of_evidence();
`;

/**
 * Numbers and chains the events that were recorded before there was a chain, in the order in which they were recorded.
 * Their data holds strings, whole numbers and objects with ASCII names, so PostgreSQL can write them canonically.
 */
const CHAIN_EXISTING = `
  create function canonical_json(p_value jsonb) returns text immutable language plpgsql as $$
  begin
    return case jsonb_typeof(p_value)
      when 'object' then '{' || coalesce((
        select string_agg(to_json(key)::text || ':' || canonical_json(value), ',' order by key collate "C")
        from jsonb_each(p_value)), '') || '}'
      when 'array' then '[' || coalesce((
        select string_agg(canonical_json(value), ',' order by place)
        from jsonb_array_elements(p_value) with ordinality as element (value, place)), '') || ']'
      when 'string' then to_json(p_value #>> '{}')::text
      else p_value::text
    end;
  end $$;

  do $$
  declare
    v_event record;
    v_signature_id bigint;
    v_number integer;
    v_previous bytea;
  begin
    for v_event in select * from signature_audit_events order by organization_id, signature_id, id loop
      if v_event.signature_id is distinct from v_signature_id then
        v_number := 0;
        v_previous := null;
      end if;
      v_number := v_number + 1;
      update signature_audit_events set number = v_number, previous = v_previous,
        hash = signature_event_hash(v_event.created_at, canonical_json(v_event.data), v_number, v_previous,
          v_event.signature_id, v_event.signer_id, v_event.type)
        where id = v_event.id returning hash into v_previous;
      v_signature_id := v_event.signature_id;
    end loop;
  end $$;

  drop function canonical_json(jsonb);
`;
