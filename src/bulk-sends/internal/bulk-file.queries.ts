import { type EntityManager } from 'typeorm';
import { type BulkKey } from '../bulk-send.queries.js';

/** For which a file is kept whose sender was asked how to read it. */
export const KEPT_MINUTES = 60;

const KEEP = `
  insert into bulk_send_files (organization_id, bulk_send_id, sealed) values ($1, $2, $3)
  on conflict (organization_id, bulk_send_id) do update set sealed = excluded.sealed, created_at = app_now()`;
const FIND = `
  select sealed from bulk_send_files
  where organization_id = $1 and bulk_send_id = $2 and created_at > app_now() - $3::integer * interval '1 minute'`;

/** Keeps a file in place of an earlier one. */
export async function keepFile(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  sealed: Buffer,
): Promise<void> {
  await tx.query(KEEP, [organizationId, bulkSendId, sealed]);
}

/** Null if none is kept any more. */
export async function findFile(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<Buffer | null> {
  const rows = await manager.query<{ sealed: Buffer }[]>(FIND, [organizationId, bulkSendId, KEPT_MINUTES]);
  return rows[0]?.sealed ?? null;
}

export async function removeFile(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<void> {
  await manager.query('delete from bulk_send_files where organization_id = $1 and bulk_send_id = $2', [
    organizationId,
    bulkSendId,
  ]);
}

/** Removes the file if its time is over. */
export async function forgetFile(tx: EntityManager, { organizationId, bulkSendId }: BulkKey): Promise<void> {
  await tx.query(
    `delete from bulk_send_files where organization_id = $1 and bulk_send_id = $2
       and created_at <= app_now() - $3::integer * interval '1 minute'`,
    [organizationId, bulkSendId, KEPT_MINUTES],
  );
}

/** Removes all files of an organization whose senders were asked: whom they name is not known. */
export async function removeFilesOf(manager: EntityManager, organizationId: number): Promise<void> {
  await manager.query('delete from bulk_send_files where organization_id = $1', [organizationId]);
}
