import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from 'pg';
import { PROJECT_ROOT } from '../../config/paths.js';
import { readPassword, type ServerHome } from './cluster.js';

/** What the service connects as: the owner of its database, and no superuser. */
export const SERVICE_ROLE = 'countersign_service';
const SCRIPT = join(PROJECT_ROOT, 'deploy/postgres/service-role.sql');

/** Follows from the superuser's, which does not follow from it. */
export function servicePassword(home: Pick<ServerHome, 'cluster'>): string {
  return createHmac('sha256', readPassword(home)).update(SERVICE_ROLE).digest('base64url');
}

/**
 * Makes the role, and gives it the database and all that is in it, as does every start: a cluster of a version before has
 * no such role, and one that such a version has used since has tables of the superuser.
 * @param client - of the superuser, in the service's database
 */
export async function ensureServiceRole(client: Client, home: ServerHome): Promise<void> {
  for (const [setting, value] of [
    ['countersign.role', SERVICE_ROLE],
    ['countersign.password', servicePassword(home)],
  ])
    await client.query('select set_config($1, $2, false)', [setting, value]);
  await client.query(readFileSync(SCRIPT, 'utf8'));
}
