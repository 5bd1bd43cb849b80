import { type EntityManager } from 'typeorm';

/** The database view `stored_files` lists all rows with files. What is listed to be deleted has a job of its own. */
const UNREFERENCED = `
  select key from unnest($2::text[]) key
  where not exists (select 1 from stored_files where organization_id = $1 and storage_key = key)
    and not exists (select 1 from file_deletions where storage_key = key)`;

/** Those of an organization's files that neither a row nor the list of deletions names. @param keys - of files, all of them there */
export async function findUnreferencedFiles(
  manager: EntityManager,
  organizationId: number,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(UNREFERENCED, [organizationId, keys]);
  return rows.map(({ key }) => key);
}
