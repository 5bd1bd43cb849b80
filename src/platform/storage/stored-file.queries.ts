import { type EntityManager } from 'typeorm';

/** The database view `stored_files` lists all rows with files. Files on the list of deletions have their own job. */
const UNREFERENCED = `
  select key from unnest($2::text[]) key
  where not exists (select 1 from stored_files where organization_id = $1 and storage_key = key)
    and not exists (select 1 from file_deletions where storage_key = key)`;

/** An organization's files that neither a row nor the list of deletions names. @param keys - of existing files */
export async function findUnreferencedFiles(
  manager: EntityManager,
  organizationId: number,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(UNREFERENCED, [organizationId, keys]);
  return rows.map(({ key }) => key);
}
