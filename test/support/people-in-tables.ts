import { type DataSource } from 'typeorm';

const TABLES = `
  select c.table_name as name, bool_or(c.column_name = 'organization_id') as "isOwned"
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`;

/**
 * The tables with a row that contains one of the words, ignoring case, as text or as bytes. Partitions count both as
 * tables and as part of their parent.
 * @param organizationId - limits the search to its rows; if omitted, tables without organizations are searched as a
 * whole
 */
export async function tablesNaming(
  dataSource: DataSource,
  words: readonly string[],
  organizationId?: number,
): Promise<string[]> {
  const patterns = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]);
  const naming: string[] = [];
  for (const { name, isOwned } of await dataSource.query<{ name: string; isOwned: boolean }[]>(TABLES)) {
    if (organizationId !== undefined && !isOwned) continue;
    const owned = organizationId === undefined ? 'true' : `organization_id = ${organizationId}`;
    const [row] = await dataSource.query<{ isNaming: boolean }[]>(
      `select exists (select from "${name}" t where ${owned}
         and exists (select from unnest($1::text[]) word where strpos(lower(t::text), lower(word)) > 0)) as "isNaming"`,
      [patterns],
    );
    if (row!.isNaming) naming.push(name);
  }
  return naming;
}
