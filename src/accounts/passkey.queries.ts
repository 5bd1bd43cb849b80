import { type EntityManager } from 'typeorm';
import { ACCOUNTS } from '../organizations/account.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';

/** The purpose of a challenge. An answer for one purpose is not accepted for another. */
export type PasskeyPurpose = 'sign-in' | 'confirm' | 'register';

/** A challenge can be answered once, within five minutes. */
const IS_FRESH = "created_at > app_now() - interval '5 minutes'";

/** A passkey as listed on the account page. */
export interface ListedPasskey {
  id: number;
  /** Its owner's name for it. */
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The data needed to check a passkey's answer. */
export interface Passkey {
  id: number;
  accountId: number;
  /** The passkey's name for the account. */
  handle: Buffer;
  publicKey: Buffer;
  counter: number;
}

export interface NewPasskey {
  accountId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

const FIND = `
  select p.id, p.account_id as "accountId", decode(replace(a.passkey_handle::text, '-', ''), 'hex') as handle,
    p.public_key as "publicKey", p.counter
  from passkeys p join ${ACCOUNTS} a on a.id = p.account_id where p.credential_id = $1`;

const INSERT = `
  insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
  values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`;

/** A counter that stays at 0 is unsupported and not checked (Web Authentication, section 6.1.1). */
const USE = `
  update passkeys set counter = $2, last_used_at = app_now() where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`;

/** @param holder - a secret of the browser or session that shows the page */
export async function insertChallenge(
  manager: EntityManager,
  { challenge, purpose, holder }: { challenge: string; purpose: PasskeyPurpose; holder: string },
): Promise<void> {
  await manager.query(
    'insert into passkey_challenges (challenge_hash, purpose, holder_hash) values ($1, $2, $3)',
    [sha256(challenge), purpose, sha256(holder)],
  );
}

/** Uses a challenge up. @returns whether it existed, was fresh, and had this purpose and holder */
export async function takeChallenge(
  manager: EntityManager,
  { challenge, purpose, holder }: { challenge: string; purpose: PasskeyPurpose; holder: string },
): Promise<boolean> {
  const [, taken] = await manager.query<[unknown, number]>(
    `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and holder_hash = $3 and ${IS_FRESH}`,
    [sha256(challenge), purpose, sha256(holder)],
  );
  return taken > 0;
}

/** Deletes expired challenges. */
export async function deleteOldChallenges(manager: EntityManager): Promise<void> {
  await manager.query(`delete from passkey_challenges where not (${IS_FRESH})`);
}

/** The name that passkeys have for the account. */
export async function passkeyHandle(manager: EntityManager, accountId: number): Promise<Buffer> {
  const [row] = await manager.query<{ handle: string }[]>(
    `select a.passkey_handle::text as handle from ${ACCOUNTS} a where a.id = $1`,
    [accountId],
  );
  return Buffer.from(row!.handle.replaceAll('-', ''), 'hex');
}

export function listPasskeys(manager: EntityManager, accountId: number): Promise<ListedPasskey[]> {
  return manager.query<ListedPasskey[]>(
    `select id, name as label, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
     where account_id = $1 order by id`,
    [accountId],
  );
}

/** The passkeys' own ids, in base64url, so a device is not registered twice. */
export async function credentialIds(manager: EntityManager, accountId: number): Promise<{ id: string }[]> {
  const rows = await manager.query<{ id: Buffer }[]>(
    'select credential_id as id from passkeys where account_id = $1',
    [accountId],
  );
  return rows.map(({ id }) => ({ id: id.toString('base64url') }));
}

export async function findPasskey(manager: EntityManager, credentialId: Buffer): Promise<Passkey | null> {
  const [found] = await manager.query<Passkey[]>(FIND, [credentialId]);
  return found ?? null;
}

/** @returns false if the passkey is already registered, here or for another account */
export async function insertPasskey(tx: EntityManager, passkey: NewPasskey): Promise<boolean> {
  const { accountId, credentialId, publicKey, counter, transports, name } = passkey;
  const values = [accountId, credentialId, publicKey, counter, transports, name];
  const inserted = await tx.query<unknown[]>(`${INSERT} returning id`, values);
  return inserted.length > 0;
}

/** @returns false if the counter has not increased: someone has a copy of the passkey */
export async function recordPasskeyUse(tx: EntityManager, id: number, counter: number): Promise<boolean> {
  const [, used] = await tx.query<[unknown, number]>(USE, [id, counter]);
  return used > 0;
}

/** @returns whether the account had this passkey */
export async function deletePasskey(manager: EntityManager, accountId: number, id: number): Promise<boolean> {
  const [, deleted] = await manager.query<[unknown, number]>(
    'delete from passkeys where account_id = $1 and id = $2',
    [accountId, id],
  );
  return deleted > 0;
}
