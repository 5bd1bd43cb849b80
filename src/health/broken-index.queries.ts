import { type EntityManager } from 'typeorm';

/** An index that is kept up to date and never read, because building it was interrupted. */
export interface BrokenIndex {
  /** As it stands in a statement. */
  name: string;
  /** What is left of building an index anew (`_ccnew`, `_ccold`). The index itself has stayed. */
  isLeftover: boolean;
}

const BROKEN_INDEXES = `
  select indexrelid::regclass::text as name, relname ~ '_cc(new|old)[0-9]*$' as "isLeftover"
  from pg_index join pg_class on pg_class.oid = indexrelid
  where not indisvalid and pg_table_is_visible(indrelid)
    and not exists (select from pg_stat_progress_create_index where index_relid = indexrelid)
  order by 1`;

/** Those of the service's tables that nobody is building right now, as far as the service's user may see that. */
export function findBrokenIndexes(manager: EntityManager): Promise<BrokenIndex[]> {
  return manager.query(BROKEN_INDEXES);
}
