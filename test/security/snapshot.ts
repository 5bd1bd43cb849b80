import { setTimeout as wait } from 'node:timers/promises';
import { type Installation } from './installation.js';

/** Tables that workers and clocks change on their own. */
const RESTLESS = ['jobs', 'job_lanes', 'failed_jobs'];
const LOOK_MS = 1_000;
const MOST_LOOKS = 60;

/** The digest of an organization's rows in each table. */
export type Snapshot = Record<string, string>;

/** The rows of an organization, once its jobs have not changed them for a second. */
export async function settledSnapshot(site: Installation, organizationId: number): Promise<Snapshot> {
  let last = await snapshot(site, organizationId);
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await wait(LOOK_MS);
    const next = await snapshot(site, organizationId);
    if (changedTables(last, next).length === 0) return next;
    last = next;
  }
  throw new Error(`The rows of organization ${organizationId} do not come to rest`);
}

export const changedTables = (before: Snapshot, after: Snapshot) =>
  Object.keys(before).filter((table) => before[table] !== after[table]);

async function snapshot(site: Installation, organizationId: number): Promise<Snapshot> {
  const tables = await site.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' and not table_name = any($1)`,
    [RESTLESS],
  );
  const digests = tables.map(async ({ name }) => {
    const [row] = await site.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${name} t where organization_id = $1`,
      [organizationId],
    );
    return [name, row!.digest] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
