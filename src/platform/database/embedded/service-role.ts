import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from 'pg';
import { PROJECT_ROOT } from '../../config/paths.js';
import { readPassword, type ServerHome } from './cluster.js';

/** The role that the service connects as: the owner of its database, not a superuser. */
export const SERVICE_ROLE = 'countersign_service';
const SCRIPT = join(PROJECT_ROOT, 'deploy/postgres/service-role.sql');

/** Derived from the superuser's password; the reverse is impossible. */
export function servicePassword(home: Pick<ServerHome, 'cluster'>): string {
  return createHmac('sha256', readPassword(home)).update(SERVICE_ROLE).digest('base64url');
}

/**
 * Creates the role and gives it the database with everything in it. Every start does so: a cluster of an older
 * version has no such role, and if such a version has used it since, it has tables owned by the superuser.
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
