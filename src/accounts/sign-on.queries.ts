import { type EntityManager } from 'typeorm';
import { ORGANIZATIONS } from '../organizations/organization.queries.js';

/** The single sign-on of an organization: the issuer it trusts to sign in its members. */
export interface SignOn {
  organizationId: number;
  organizationName: string;
  /** The last part of the members' sign-in address. */
  code: string;
  /** The name by which members know the issuer. */
  label: string;
  issuer: string;
  /** The address of the issuer's description; null for the usual path below its address. */
  description: string | null;
  clientId: string;
  clientSecretSealed: string;
}

const SELECT = `
  select s.organization_id as "organizationId", o.name as "organizationName", s.code, s.name as label, s.issuer,
    case when s.described_issuer = s.issuer then s.description end as description, s.client_id as "clientId", s.client_secret_sealed as "clientSecretSealed"
  from sign_ons s join ${ORGANIZATIONS} o on o.id = s.organization_id`;

/** Keeps an organization's code, so its members' bookmarks keep working. */
const SAVE = `
  insert into sign_ons
    (organization_id, code, name, issuer, client_id, client_secret_sealed, description, described_issuer)
  values ($1, $2, $3, $4, $5, $6, $7, $4)
  on conflict (organization_id) do update set name = $3, issuer = $4, client_id = $5, client_secret_sealed = $6,
    description = $7, described_issuer = $4`;

const END_SESSIONS = `
  delete from dashboard_sessions s using sign_on_identities i
  where i.id = s.identity_id and i.organization_id = $1 returning s.account_id as "accountId"`;

export async function findSignOn(manager: EntityManager, organizationId: number): Promise<SignOn | null> {
  const [found] = await manager.query<SignOn[]>(`${SELECT} where s.organization_id = $1`, [organizationId]);
  return found ?? null;
}

export async function findSignOnByCode(manager: EntityManager, code: string): Promise<SignOn | null> {
  const [found] = await manager.query<SignOn[]>(`${SELECT} where s.code = $1`, [code]);
  return found ?? null;
}

export async function saveSignOn(tx: EntityManager, signOn: Omit<SignOn, 'organizationName'>): Promise<void> {
  const { organizationId, code, label, issuer, description, clientId, clientSecretSealed } = signOn;
  await tx.query(SAVE, [organizationId, code, label, issuer, clientId, clientSecretSealed, description]);
}

/** Deletes it with all its identities, sessions and sign-ins. @returns whether there was one */
export async function deleteSignOn(tx: EntityManager, organizationId: number): Promise<boolean> {
  const [, deleted] = await tx.query<[unknown, number]>('delete from sign_ons where organization_id = $1', [
    organizationId,
  ]);
  return deleted > 0;
}

/**
 * Ends the organization's single sign-on sessions and sign-ins in progress. @returns the accounts whose sessions
 * ended
 */
export async function endSignOnSessions(tx: EntityManager, organizationId: number): Promise<number[]> {
  const [ended] = await tx.query<[{ accountId: number }[], number]>(END_SESSIONS, [organizationId]);
  await tx.query('delete from sign_on_flows where organization_id = $1', [organizationId]);
  return [...new Set(ended.map(({ accountId }) => accountId))];
}
