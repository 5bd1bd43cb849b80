import { type EntityManager } from 'typeorm';
import { type FileSubject } from '../platform/storage/file-deletions.js';
import { type ActivityEntry } from './domain/activity-event.js';

export interface PendingErasure {
  id: number;
  /** The event to record once the files are gone. */
  entry: ActivityEntry;
  subjects: FileSubject[];
}

export async function insertPendingErasure(
  tx: EntityManager,
  { entry, subjects }: Omit<PendingErasure, 'id'>,
): Promise<void> {
  await tx.query('insert into pending_erasures (organization_id, entry, subjects) values ($1, $2, $3)', [
    entry.organizationId,
    JSON.stringify(entry),
    JSON.stringify(subjects),
  ]);
}

const FIND = `
  select id, entry, subjects from pending_erasures
  where organization_id = $1 and subjects @> $2::jsonb order by id for update`;

/** Erasures that include this subject. */
export function lockPendingErasures(
  tx: EntityManager,
  organizationId: number,
  subject: FileSubject,
): Promise<PendingErasure[]> {
  const { kind, id } = subject;
  return tx.query(FIND, [organizationId, JSON.stringify([{ kind, id }])]);
}

export async function deletePendingErasure(
  tx: EntityManager,
  { id, entry }: Pick<PendingErasure, 'id' | 'entry'>,
): Promise<void> {
  await tx.query('delete from pending_erasures where organization_id = $1 and id = $2', [
    entry.organizationId,
    id,
  ]);
}
