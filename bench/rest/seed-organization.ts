import { type Client } from 'pg';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { seedSignatures } from '../support/seed-signatures.js';

/** Of the organization. */
export const API_KEY = 'sk_benchmark';

/** An organization with so many requests, and its key. */
export async function seedOrganization(client: Client, signatures: number): Promise<void> {
  const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: signatures };
  const { big } = await seedSignatures(client, plan);
  await client.query(
    `insert into api_keys (organization_id, created_by_user_id, key_hash, display_prefix, scopes)
    select organization_id, id, $2, 'sk_bench', '{}' from users where organization_id = $1`,
    [big, sha256(API_KEY)],
  );
}
