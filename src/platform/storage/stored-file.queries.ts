import { type EntityManager } from 'typeorm';

/** The database view `stored_files` lists all rows with files. */
const UNREFERENCED = `
  select key from unnest($2::text[]) key
  where not exists (select 1 from stored_files where organization_id = $1 and storage_key = key)`;

/** Those of an organization's files that no row refers to. @param keys - of files, all of them there */
export async function findUnreferencedFiles(
  manager: EntityManager,
  organizationId: number,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(UNREFERENCED, [organizationId, keys]);
  return rows.map(({ key }) => key);
}
