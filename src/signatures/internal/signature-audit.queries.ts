import { type EntityManager } from 'typeorm';

const APPEND = 'select append_signature_event($1, $2, $3, $4, $5)';

export interface AppendedEvent {
  organizationId: number;
  signatureId: number;
  signerId: number | null;
  type: string;
  /** Canonical JSON. */
  data: string;
}

/** Adds the next event to a request's chain. Locks the request's row. */
export async function appendAuditEvent(tx: EntityManager, event: AppendedEvent): Promise<void> {
  const { organizationId, signatureId, signerId, type, data } = event;
  await tx.query(APPEND, [organizationId, signatureId, signerId, type, data]);
}

const ERASE = 'select erase_signature_event($1, $2, $3, $4, $5)';

/** Reduces an event to what its tombstone vouches for. */
export async function eraseAuditEvent(
  tx: EntityManager,
  event: {
    organizationId: number;
    signatureId: number;
    number: number;
    /** Number of the tombstone. */
    erasedIn: number;
    /** Canonical JSON. */
    data: string;
  },
): Promise<void> {
  const { organizationId, signatureId, number, erasedIn, data } = event;
  await tx.query(ERASE, [organizationId, signatureId, number, erasedIn, data]);
}

const COUNT_LAST_HOUR = `
  select count(*)::integer as count from signature_audit_events
  where organization_id = $1 and signature_id = $2 and signer_id = $3 and type = $4
    and created_at > app_now() - interval '1 hour'`;

/** The number of events of this type that the signer caused within the last hour. */
export async function countEventsOfLastHour(
  manager: EntityManager,
  { organizationId, signatureId, id: signerId }: { organizationId: number; signatureId: number; id: number },
  type: string,
): Promise<number> {
  const values = [organizationId, signatureId, signerId, type];
  const [row] = await manager.query<{ count: number }[]>(COUNT_LAST_HOUR, values);
  return row!.count;
}

const IS_FROM_TEMPLATE = `
  select exists (
    select from signature_audit_events
    where organization_id = $1 and signature_id = $2 and number = 1 and data ? 'template'
  ) as "isFromTemplate"`;

/** Whether the request was made from a template. */
export async function isFromTemplate(
  manager: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<boolean> {
  const values = [organizationId, id];
  const [row] = await manager.query<{ isFromTemplate: boolean }[]>(IS_FROM_TEMPLATE, values);
  return row!.isFromTemplate;
}

const LISTS_DOCUMENTS = `
  select exists (
    select from signature_audit_events
    where organization_id = $1 and signature_id = $2 and type in ('scheduled', 'sent') and data ? 'documents'
  ) as "listsDocuments"`;

/** Whether the event that sent the request lists its documents. */
export async function sendingListsDocuments(
  manager: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<boolean> {
  const values = [organizationId, id];
  const [row] = await manager.query<{ listsDocuments: boolean }[]>(LISTS_DOCUMENTS, values);
  return row!.listsDocuments;
}

const HAS_DRAWN = `
  select exists (
    select from signature_audit_events
    where organization_id = $1 and signature_id = $2 and signer_id = $3 and type = 'mark_drawn'
      and data ->> 'markSha256' = $4
  ) as "hasDrawn"`;

/** Whether the signer drew this mark on a different device from the one they sign on. */
export async function hasDrawnMark(
  manager: EntityManager,
  { organizationId, signatureId, id: signerId }: { organizationId: number; signatureId: number; id: number },
  markSha256: string,
): Promise<boolean> {
  const values = [organizationId, signatureId, signerId, markSha256];
  const [row] = await manager.query<{ hasDrawn: boolean }[]>(HAS_DRAWN, values);
  return row!.hasDrawn;
}
