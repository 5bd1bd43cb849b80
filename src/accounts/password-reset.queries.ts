import { type EntityManager } from 'typeorm';

/** Keeps a request until its job takes it. @param emailSealed - the typed address, encrypted @returns its id */
export async function insertResetRequest(tx: EntityManager, emailSealed: string): Promise<number> {
  const [row] = await tx.query<{ id: number }[]>(
    'insert into password_reset_requests (email_sealed) values ($1) returning id',
    [emailSealed],
  );
  return row!.id;
}

/** Takes a request. @returns the encrypted address; null if it was already taken */
export async function takeResetRequest(tx: EntityManager, id: number): Promise<string | null> {
  const [[request]] = await tx.query<[{ sealed: string }[], number]>(
    'delete from password_reset_requests where id = $1 returning email_sealed as sealed',
    [id],
  );
  return request?.sealed ?? null;
}
