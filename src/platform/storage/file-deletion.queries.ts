import { type EntityManager } from 'typeorm';

/** A subject that is erased together with its files. */
export interface FileSubject {
  kind: 'signature' | 'identity_verification';
  id: number;
}

/** A list of deletions that does not get shorter. */
export interface StuckDeletions {
  files: number;
  /** When the first of them was listed. */
  since: Date;
}

const ADD = `
  insert into file_deletions (storage_key, organization_id, subject_kind, subject_id)
  select key, $1, $3, $4 from unnest($2::text[]) key
  where not exists (select 1 from shared_files where organization_id = $1 and storage_key = key)
  on conflict (storage_key) do nothing`;

/** Lists files whose rows `tx` has deleted, but not those that the view `shared_files` names for others. */
export async function listDeletions(
  tx: EntityManager,
  organizationId: number,
  keys: readonly string[],
  of: FileSubject | undefined,
): Promise<void> {
  await tx.query(ADD, [organizationId, keys, of?.kind ?? null, of?.id ?? null]);
}

const DUE = `
  select storage_key as key from file_deletions where organization_id = $1 and due_at <= app_now()
  order by due_at, storage_key limit $2`;

/** An organization's files that are due for deletion. */
export async function dueDeletions(
  manager: EntityManager,
  organizationId: number,
  limit: number,
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(DUE, [organizationId, limit]);
  return rows.map(({ key }) => key);
}

const SUBJECTS_OF = `
  select distinct subject_kind as kind, subject_id as id from file_deletions
  where organization_id = $1 and storage_key = any($2) and subject_id is not null
  order by 1, 2`;

/** The subjects of these files, in an order in which they can be locked. */
export function subjectsOf(
  tx: EntityManager,
  organizationId: number,
  keys: readonly string[],
): Promise<FileSubject[]> {
  return tx.query(SUBJECTS_OF, [organizationId, keys]);
}

const OF_SUBJECTS = `
  from file_deletions d
  join jsonb_to_recordset($2::jsonb) s (kind text, id bigint) on s.kind = d.subject_kind and s.id = d.subject_id
  where d.organization_id = $1`;

/** How many files of these subjects are still to be deleted. */
export async function countDeletions(
  manager: EntityManager,
  organizationId: number,
  subjects: readonly FileSubject[],
): Promise<number> {
  const values = [organizationId, JSON.stringify(subjects)];
  const [row] = await manager.query<{ files: number }[]>(
    `select count(*)::integer as files ${OF_SUBJECTS}`,
    values,
  );
  return row!.files;
}

/** The same number, once concurrent removals from the list have ended; none can begin until the end of `tx`. */
export async function lockDeletions(
  tx: EntityManager,
  organizationId: number,
  subjects: readonly FileSubject[],
): Promise<number> {
  const values = [organizationId, JSON.stringify(subjects)];
  const rows = await tx.query<unknown[]>(
    `select 1 ${OF_SUBJECTS} order by d.storage_key for update of d`,
    values,
  );
  return rows.length;
}

/** Removes deleted files from the list. */
export async function strikeDeletions(
  tx: EntityManager,
  organizationId: number,
  keys: readonly string[],
): Promise<void> {
  await tx.query('delete from file_deletions where organization_id = $1 and storage_key = any($2)', [
    organizationId,
    keys,
  ]);
}

const POSTPONE = `
  with postponed as (
    update file_deletions set attempts = attempts + $3,
      due_at = app_now() + least($4 * 2 ^ least(attempts, 20), 3600) * interval '1 second'
    where organization_id = $1 and due_at <= app_now() and ($2::text[] is null or storage_key = any($2))
    returning due_at)
  select min(due_at) as "dueAt", count(*)::integer as files from postponed`;

/**
 * Retries files later: after `seconds`, doubling with each failure, up to an hour.
 * @param keys - null for all that are due
 * @param failures - 1 if they could not be deleted, 0 if it was not tried
 * @returns when the first is due, and how many there are
 */
export async function postponeDeletions(
  tx: EntityManager,
  organizationId: number,
  keys: readonly string[] | null,
  { seconds, failures }: { seconds: number; failures: 0 | 1 },
): Promise<{ dueAt: Date | null; files: number }> {
  const [row] = await tx.query<{ dueAt: Date | null; files: number }[]>(POSTPONE, [
    organizationId,
    keys,
    failures,
    seconds,
  ]);
  return row!;
}

/** Organizations with files that should have been deleted a while ago. @param interval as PostgreSQL reads it */
export async function neglectedOrganizations(manager: EntityManager, interval: string): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    `select distinct organization_id as id from file_deletions where due_at < app_now() - $1::interval order by 1`,
    [interval],
  );
  return rows.map(({ id }) => id);
}

/**
 * Files that have been listed for this long, of one organization or of all; null if there are none.
 * @param interval as PostgreSQL reads it
 */
export async function stuckDeletions(
  manager: EntityManager,
  interval: string,
  organizationId: number | null = null,
): Promise<StuckDeletions | null> {
  const [row] = await manager.query<[{ files: number; since: Date | null }]>(
    `select count(*)::integer as files, min(created_at) as since from file_deletions
     where created_at < app_now() - $1::interval and ($2::bigint is null or organization_id = $2)`,
    [interval, organizationId],
  );
  return row.since && { files: row.files, since: row.since };
}

/** How many files are listed, and how many seconds ago the first was. */
export async function deletionFigures(
  manager: EntityManager,
): Promise<{ files: number; oldestSeconds: number }> {
  const [row] = await manager.query<[{ files: number; oldestSeconds: number }]>(
    `select count(*)::integer as files,
       coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as "oldestSeconds" from file_deletions`,
  );
  return row;
}
