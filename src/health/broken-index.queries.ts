import { type EntityManager } from 'typeorm';

/** An index whose build was interrupted: it is kept up to date but never read. */
export interface BrokenIndex {
  /** As written in a statement. */
  name: string;
  /** Whether it is left over from rebuilding an index (`_ccnew`, `_ccold`), which itself still exists. */
  isLeftover: boolean;
}

const BROKEN_INDEXES = `
  select indexrelid::regclass::text as name, relname ~ '_cc(new|old)[0-9]*$' as "isLeftover"
  from pg_index join pg_class on pg_class.oid = indexrelid
  where not indisvalid and pg_table_is_visible(indrelid)
    and not exists (select from pg_stat_progress_create_index where index_relid = indexrelid)
  order by 1`;

/**
 * The broken indexes of the service's tables that are not being built right now, as far as the service's user can
 * see.
 */
export function findBrokenIndexes(manager: EntityManager): Promise<BrokenIndex[]> {
  return manager.query(BROKEN_INDEXES);
}
