import { type EntityManager } from 'typeorm';
import { type SignedIn } from './dashboard-session.queries.js';

/** Whose forms: those of one session in one organization. */
export type FormKeeper = Pick<SignedIn, 'sessionId' | 'organizationId'>;

/** The same time as a confirmation is valid. */
const LIVES = "created_at > app_now() - interval '10 minutes'";
/** One for each tab that asks for the password. */
const MAX_FORMS = 5;

const OWN = `id = $1 and session_id = $2 and organization_id = $3 and ${LIVES}`;

/** Keeps a form, and deletes all but the newest few. @returns its id */
export async function insertKeptForm(
  tx: EntityManager,
  { sessionId, organizationId }: FormKeeper,
  sealed: Buffer,
): Promise<string> {
  await tx.query(
    `delete from kept_forms where session_id = $1 and id not in (
       select id from kept_forms where session_id = $1 and ${LIVES} order by created_at desc limit $2)`,
    [sessionId, MAX_FORMS - 1],
  );
  const [row] = await tx.query<{ id: string }[]>(
    'insert into kept_forms (session_id, organization_id, sealed) values ($1, $2, $3) returning id',
    [sessionId, organizationId, sealed],
  );
  return row!.id;
}

/** Null for a form that is unknown, too old, of another session, or of another organization. */
export async function findKeptForm(
  manager: EntityManager,
  { sessionId, organizationId }: FormKeeper,
  id: string,
): Promise<Buffer | null> {
  const [found] = await manager.query<{ sealed: Buffer }[]>(`select sealed from kept_forms where ${OWN}`, [
    id,
    sessionId,
    organizationId,
  ]);
  return found?.sealed ?? null;
}

/** As `findKeptForm`, once: only one of several concurrent callers gets it. */
export async function takeKeptForm(
  tx: EntityManager,
  { sessionId, organizationId }: FormKeeper,
  id: string,
): Promise<Buffer | null> {
  const [[taken]] = await tx.query<[{ sealed: Buffer }[], number]>(
    `delete from kept_forms where ${OWN} returning sealed`,
    [id, sessionId, organizationId],
  );
  return taken?.sealed ?? null;
}

export async function deleteOldKeptForms(manager: EntityManager): Promise<void> {
  await manager.query(`delete from kept_forms where not (${LIVES})`);
}
