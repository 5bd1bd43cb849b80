import { type EntityManager } from 'typeorm';
import { sha256 } from '../platform/crypto/tokens.js';
import { SIGN_ON_MINUTES } from './domain/lifetimes.js';

/**
 * The purpose of a sign-in at the issuer: to get in, or to connect an identity to the person of a session or
 * invitation.
 */
export type SignOnPurpose =
  { kind: 'sign-in' } | { kind: 'connect'; sessionId: number } | { kind: 'join'; invitationHash: Buffer };

/** A sign-in in progress at the issuer. */
export interface SignOnFlow {
  organizationId: number;
  purpose: SignOnPurpose;
  /** The page to open in the end. */
  next: string;
}

const IS_FRESH = `created_at > app_now() - interval '${SIGN_ON_MINUTES} minutes'`;

interface FlowRow {
  organizationId: number;
  sessionId: number | null;
  invitationHash: Buffer | null;
  next: string;
}

/** @param holder - the browser's secret */
export async function insertSignOnFlow(
  manager: EntityManager,
  { organizationId, purpose, next }: SignOnFlow,
  { state, holder }: { state: string; holder: string },
): Promise<void> {
  await manager.query(
    `insert into sign_on_flows (state_hash, holder_hash, organization_id, session_id, invitation_hash, next)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      sha256(state),
      sha256(holder),
      organizationId,
      purpose.kind === 'connect' ? purpose.sessionId : null,
      purpose.kind === 'join' ? purpose.invitationHash : null,
      next,
    ],
  );
}

/** Uses a sign-in up. @returns null unless it existed, was fresh, and belongs to this browser */
export async function takeSignOnFlow(
  manager: EntityManager,
  { state, holder }: { state: string; holder: string },
): Promise<SignOnFlow | null> {
  const [rows] = await manager.query<[FlowRow[], number]>(
    `delete from sign_on_flows where state_hash = $1 and holder_hash = $2 and ${IS_FRESH}
     returning organization_id as "organizationId", session_id as "sessionId", invitation_hash as "invitationHash", next`,
    [sha256(state), sha256(holder)],
  );
  const [row] = rows;
  return row ? { organizationId: row.organizationId, purpose: purposeOf(row), next: row.next } : null;
}

/**
 * The organization whose sign-in someone comes back from, successful or not: found by the response, or else by the
 * browser. Null if neither is known, or no longer.
 */
export async function findFlowOrganization(
  manager: EntityManager,
  { state, holder }: { state: string; holder: string | null },
): Promise<number | null> {
  const [flow] = await manager.query<{ organizationId: number }[]>(
    `select organization_id as "organizationId" from sign_on_flows where state_hash = $1 or holder_hash = $2
     order by state_hash = $1 desc limit 1`,
    [sha256(state), holder === null ? null : sha256(holder)],
  );
  return flow?.organizationId ?? null;
}

function purposeOf({ sessionId, invitationHash }: FlowRow): SignOnPurpose {
  if (sessionId !== null) return { kind: 'connect', sessionId };
  return invitationHash === null ? { kind: 'sign-in' } : { kind: 'join', invitationHash };
}

/** Deletes expired sign-ins. */
export async function deleteOldSignOnFlows(manager: EntityManager): Promise<void> {
  await manager.query(`delete from sign_on_flows where not (${IS_FRESH})`);
}
