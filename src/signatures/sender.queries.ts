import { type EntityManager } from 'typeorm';
import { type RequestKey } from './live-request.queries.js';

/**
 * Whether the member sent the request at the dashboard, as an SQL expression, for statements of other rooms. A program
 * that sends with a member's key is not the member. The parameters are SQL expressions.
 */
export const isSenderOf = (organizationId: string, signatureId: string, userId: string) =>
  `exists (select 1 from signature_audit_events sent where sent.organization_id = ${organizationId}
    and sent.signature_id = ${signatureId} and sent.type in ('scheduled', 'sent')
    and sent.data ->> 'userId' = ${userId}::text)`;

const SENDER = `
  select (data ->> 'userId')::bigint as "userId" from signature_audit_events
  where organization_id = $1 and signature_id = $2 and type in ('scheduled', 'sent') and data ->> 'userId' is not null
  order by number limit 1`;

/** The member who sent the request at the dashboard; null if a program did. */
export async function findSender(
  manager: EntityManager,
  { organizationId, signatureId }: RequestKey,
): Promise<number | null> {
  const [sent] = await manager.query<{ userId: number | string }[]>(SENDER, [organizationId, signatureId]);
  return sent ? Number(sent.userId) : null;
}
