import { type EntityManager } from 'typeorm';
import { type Signature } from '../signature.entity.js';
import { type SignerKey } from './signer.entity.js';

/** How long a pad can be drawn on. */
export const PAD_MINUTES = 15;

/** A pad as it is now. Times are compared with the database's clock. */
export interface SignerPad {
  signerId: number;
  organizationId: number;
  /** Identifies the browser it was opened for, the only one that gets the drawing. */
  deskHash: Buffer;
  /** Encrypted; null until something is drawn. */
  sealed: Buffer | null;
  isExpired: boolean;
}

const COLUMNS = `
  signer_id as "signerId", organization_id as "organizationId", desk_hash as "deskHash", sealed,
  expires_at <= app_now() as "isExpired"`;

const OPEN = `
  insert into signer_pads as p (signer_id, organization_id, token_hash, desk_hash, expires_at)
  values ($1, $2, $3, $4, app_now() + interval '${PAD_MINUTES} minutes')
  on conflict (signer_id) do update set
    token_hash = excluded.token_hash, desk_hash = excluded.desk_hash, expires_at = excluded.expires_at, sealed = null
  where p.organization_id = excluded.organization_id`;

const FIND = `select ${COLUMNS} from signer_pads where signer_id = $1 and organization_id = $2`;

/** The token is random and determines the organization. */
const FIND_BY_TOKEN = `select ${COLUMNS} from signer_pads where token_hash = $1`;

const DRAW = `
  update signer_pads set sealed = $4
  where signer_id = $1 and organization_id = $2 and token_hash = $3 and sealed is null and expires_at > app_now()`;

const DELETE = 'delete from signer_pads where signer_id = $1 and organization_id = $2';

const DELETE_ALL = `
  delete from signer_pads p using signature_signers s
  where s.signature_id = $1 and s.organization_id = $2
    and p.signer_id = s.id and p.organization_id = s.organization_id`;

/** Replaces the signer's pad. */
export async function openPad(
  tx: EntityManager,
  { id, organizationId }: SignerKey,
  { tokenHash, deskHash }: { tokenHash: Buffer; deskHash: Buffer },
): Promise<void> {
  await tx.query(OPEN, [id, organizationId, tokenHash, deskHash]);
}

export async function findPad(
  manager: EntityManager,
  { id, organizationId }: SignerKey,
): Promise<SignerPad | null> {
  const rows = await manager.query<SignerPad[]>(FIND, [id, organizationId]);
  return rows[0] ?? null;
}

export async function findPadByToken(manager: EntityManager, tokenHash: Buffer): Promise<SignerPad | null> {
  const rows = await manager.query<SignerPad[]>(FIND_BY_TOKEN, [tokenHash]);
  return rows[0] ?? null;
}

/** @returns false if there already is a drawing, or the pad has expired or was replaced */
export async function drawOnPad(
  tx: EntityManager,
  { id, organizationId }: SignerKey,
  { tokenHash, sealed }: { tokenHash: Buffer; sealed: Buffer },
): Promise<boolean> {
  const [, drawn] = await tx.query<[unknown[], number]>(DRAW, [id, organizationId, tokenHash, sealed]);
  return drawn === 1;
}

export async function deletePad(tx: EntityManager, { id, organizationId }: SignerKey): Promise<void> {
  await tx.query(DELETE, [id, organizationId]);
}

/** The pads of all signers of a request. */
export async function deletePads(
  tx: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
): Promise<void> {
  await tx.query(DELETE_ALL, [id, organizationId]);
}
