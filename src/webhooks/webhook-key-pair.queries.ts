import { type EntityManager } from 'typeorm';

export interface WebhookKeyPair {
  secretKeySealed: string;
  /** `whpk_…` */
  publicKey: string;
}

const FIND = `
  select secret_key_sealed as "secretKeySealed", public_key as "publicKey"
  from webhook_key_pairs where organization_id = $1`;

/** Null if the organization has none yet. */
export async function findKeyPair(
  manager: EntityManager,
  organizationId: number,
): Promise<WebhookKeyPair | null> {
  const [pair] = await manager.query<WebhookKeyPair[]>(FIND, [organizationId]);
  return pair ?? null;
}

/** Does nothing if the organization has one already, also when two calls race. */
export async function insertKeyPair(
  manager: EntityManager,
  organizationId: number,
  { secretKeySealed, publicKey }: WebhookKeyPair,
): Promise<void> {
  await manager.query(
    `insert into webhook_key_pairs (organization_id, secret_key_sealed, public_key) values ($1, $2, $3)
     on conflict (organization_id) do nothing`,
    [organizationId, secretKeySealed, publicKey],
  );
}
