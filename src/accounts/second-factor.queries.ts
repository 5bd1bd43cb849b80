import { type EntityManager } from 'typeorm';

/** An authenticator app of an account. */
export interface Authenticator {
  secretSealed: string;
  /** Whether sign-ins ask for its codes; false while it is being set up. */
  isOn: boolean;
}

/** An unfinished setup that is too old starts again with another secret. */
const PREPARE = `
  insert into authenticators as a (account_id, secret_sealed) values ($1, $2)
  on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, created_at = app_now()
  where a.confirmed_at is null and a.created_at < app_now() - interval '10 minutes'`;

const FIND = `
  select secret_sealed as "secretSealed", confirmed_at is not null as "isOn" from authenticators where account_id = $1`;

/** The row lock makes concurrent requests take turns. */
const TAKE_STEP = 'update authenticators set last_step = $2 where account_id = $1 and last_step < $2';

const TAKE_RECOVERY_CODE = `
  update recovery_codes set used_at = app_now() where account_id = $1 and code_hash = any($2) and used_at is null`;

export async function prepareAuthenticator(
  manager: EntityManager,
  accountId: number,
  secretSealed: string,
): Promise<void> {
  await manager.query(PREPARE, [accountId, secretSealed]);
}

export async function findAuthenticator(
  manager: EntityManager,
  accountId: number,
): Promise<Authenticator | null> {
  const [found] = await manager.query<Authenticator[]>(FIND, [accountId]);
  return found ?? null;
}

/** @returns false unless it was being set up */
export async function turnOnAuthenticator(tx: EntityManager, accountId: number): Promise<boolean> {
  const [, changed] = await tx.query<[unknown, number]>(
    'update authenticators set confirmed_at = app_now() where account_id = $1 and confirmed_at is null',
    [accountId],
  );
  return changed > 0;
}

export async function deleteAuthenticator(tx: EntityManager, accountId: number): Promise<void> {
  await tx.query('delete from recovery_codes where account_id = $1', [accountId]);
  await tx.query('delete from authenticators where account_id = $1', [accountId]);
}

/** Uses up the codes of a time step and all earlier ones. @returns false if they were already used up */
export async function takeStep(tx: EntityManager, accountId: number, step: number): Promise<boolean> {
  const [, taken] = await tx.query<[unknown, number]>(TAKE_STEP, [accountId, step]);
  return taken > 0;
}

export async function replaceRecoveryCodes(
  tx: EntityManager,
  accountId: number,
  hashes: Buffer[],
): Promise<void> {
  // The lock lets the second of two concurrent requests delete the codes of the first.
  await tx.query('select 1 from authenticators where account_id = $1 for update', [accountId]);
  await tx.query('delete from recovery_codes where account_id = $1', [accountId]);
  await tx.query('insert into recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[])', [
    accountId,
    hashes,
  ]);
}

/** @param hashes - of the code, with each encryption key @returns whether it was one of those left */
export async function takeRecoveryCode(
  tx: EntityManager,
  accountId: number,
  hashes: Buffer[],
): Promise<boolean> {
  const [, taken] = await tx.query<[unknown, number]>(TAKE_RECOVERY_CODE, [accountId, hashes]);
  return taken > 0;
}

export async function countRecoveryCodes(manager: EntityManager, accountId: number): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(
    'select count(*)::integer as count from recovery_codes where account_id = $1 and used_at is null',
    [accountId],
  );
  return row!.count;
}
