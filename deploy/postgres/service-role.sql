-- Gives the service a role of its own in its database, which is not a superuser: it owns the database and what is in it, and
-- nothing else. Run by a superuser in that database, as often as you like, also while the service runs. The embedded
-- PostgreSQL does it at every start, and compose.yaml as well (docs/operations.md says how by hand):
--
--   PGOPTIONS="-c countersign.role=NAME -c countersign.password=PASSWORD" psql -f deploy/postgres/service-role.sql DATABASE
do $$
declare
  service constant name := current_setting('countersign.role');
  owned record;
begin
  -- Two at once would change the same row. The lock ends with the session.
  perform pg_advisory_lock(7205790);
  if not exists (select from pg_roles where rolname = service) then
    execute format('create role %I', service);
  end if;
  execute format(
    'alter role %I with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
    service, current_setting('countersign.password'));
  -- To see how long transactions of others hold back the feed of events.
  if not pg_has_role(service, 'pg_read_all_stats', 'member') then
    execute format('grant pg_read_all_stats to %I', service);
  end if;
  execute format('alter database %I owner to %I', current_database(), service);
  commit;
  -- A lock at a time, so that none of them waits for a transaction that waits for another. Tables first: views, and
  -- whatever else reads them for its owner, must never belong to somebody who may not.
  for owned in
    select object.type, object.identity from (
      select 'pg_class'::regclass as catalog, oid, relowner as owner, relnamespace as space, relkind not in ('r', 'p') as late
      from pg_class c where relkind in ('r', 'p', 'v', 'm', 'f')
        or relkind = 'S' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i') and refobjsubid > 0)
      union all select 'pg_proc'::regclass, oid, proowner, pronamespace, true from pg_proc
      union all select 'pg_type'::regclass, t.oid, typowner, typnamespace, true
      from pg_type t left join pg_class c on c.oid = typrelid where typcategory <> 'A' and coalesce(relkind = 'c', true)
      union all select 'pg_statistic_ext'::regclass, oid, stxowner, stxnamespace, true from pg_statistic_ext) each
    cross join pg_identify_object(catalog, oid, 0) object
    where space = 'public'::regnamespace and pg_get_userbyid(owner) <> service
      and not exists (select from pg_depend where classid = catalog and objid = each.oid and deptype = 'e')
    order by late, each.oid
  loop
    execute format('alter %s %s owner to %I', owned.type, owned.identity, service);
    commit;
  end loop;
end $$;
