import { type EntityManager } from 'typeorm';

export interface DatabaseRole {
  name: string;
  /** What it can do beyond its own database, in PostgreSQL's words. */
  powers: string[];
}

const POWERS = `
  select rolname as name, array(
    select power from (values ('SUPERUSER', rolsuper), ('CREATEROLE', rolcreaterole), ('REPLICATION', rolreplication),
      ('BYPASSRLS', rolbypassrls)) attributes (power, has) where has
    union all select r.rolname::text from pg_roles r
    where r.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data')
      and not own.rolsuper and pg_has_role(own.oid, r.oid, 'member')) as powers
  from pg_roles own where rolname = current_user`;

/** The role that the service is connected as. */
export async function databaseRole(manager: EntityManager): Promise<DatabaseRole> {
  const [row] = await manager.query<DatabaseRole[]>(POWERS);
  return row!;
}
