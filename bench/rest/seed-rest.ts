import { Client } from 'pg';
import { Random } from '../../scripts/mrz/random.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { seedSignatures } from '../support/seed-signatures.js';

const POLLED = 1_000;
export const API_KEY = 'sk_benchmark';

/** Creates an organization with this many requests, and its key. @returns ids to poll */
export async function seedRest(url: string, signatures: number): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: signatures };
    const { big } = await seedSignatures(client, plan);
    await client.query(
      `insert into api_keys (organization_id, created_by_user_id, key_hash, display_prefix, scopes)
      select organization_id, id, $2, 'sk_bench', '{}' from users where organization_id = $1`,
      [big, sha256(API_KEY)],
    );
    const { rows } = await client.query<{ id: string }>('select id from signatures where deleted_at is null');
    const random = new Random(1);
    return Array.from({ length: POLLED }, () => Number(random.pick(rows).id));
  } finally {
    await client.end();
  }
}
