import { type EntityManager, IsNull } from 'typeorm';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A request's hold on its key. */
export type Claim = Pick<IdempotencyKey, 'organizationId' | 'keyHash' | 'claim'>;
export type Answer = Required<Pick<IdempotencyKey, 'requestHash' | 'status' | 'answerSealed'>>;

/** How long a key stays claimed by a process that no longer renews its claims. */
const LEASE = "app_now() + interval '30 seconds'";
const KEPT = "app_now() + interval '24 hours'";

/** Claims the key if it is free. */
export async function claimKey(manager: EntityManager, claim: Claim): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into idempotency_keys as k (organization_id, key_hash, claim, expires_at) values ($1, $2, $3, ${LEASE})
     on conflict (organization_id, key_hash) do update set claim = excluded.claim, expires_at = excluded.expires_at,
       request_hash = null, status = null, answer_sealed = null
     where k.expires_at <= app_now()
     returning 1`,
    [claim.organizationId, claim.keyHash, claim.claim],
  );
  return rows.length > 0;
}

/** Stores the answer. @returns false if another request has taken over the key */
export async function keepAnswer(tx: EntityManager, claim: Claim, answer: Answer): Promise<boolean> {
  const { affected } = await tx.update(IdempotencyKey, held(claim), { ...answer, expiresAt: () => KEPT });
  return affected === 1;
}

/** Frees the key, unless an answer is stored. */
export async function releaseKey(manager: EntityManager, claim: Claim): Promise<void> {
  await manager.delete(IdempotencyKey, held(claim));
}

export async function renewClaims(manager: EntityManager, claims: Claim[]): Promise<void> {
  await manager.query(
    `update idempotency_keys k set expires_at = ${LEASE}
     from unnest($1::bigint[], $2::bytea[], $3::uuid[]) as c (organization_id, key_hash, claim)
     where (k.organization_id, k.key_hash, k.claim) = (c.organization_id, c.key_hash, c.claim)
       and k.answer_sealed is null`,
    [
      claims.map(({ organizationId }) => organizationId),
      claims.map(({ keyHash }) => keyHash),
      claims.map(({ claim }) => claim),
    ],
  );
}

export async function deleteExpiredKeys(manager: EntityManager): Promise<void> {
  await manager.query('delete from idempotency_keys where expires_at <= app_now()');
}

const held = (claim: Claim) => ({ ...claim, answerSealed: IsNull() });
