import { type EntityManager, In, IsNull } from 'typeorm';
import { type SignatureStatus } from './domain/signature.state.js';
import { Signature } from './signature.entity.js';
import { notADraft, signatureNotFound } from './signature.errors.js';
import { Signer } from './signer.entity.js';

export interface RequestKey {
  organizationId: number;
  signatureId: number;
}

interface Wanted {
  /** Any by default. */
  statuses?: readonly SignatureStatus[];
  /** Locks the row until the transaction ends. */
  lock?: boolean;
}

/** The request, or null if there is none in this organization, it was cancelled or it has another status. */
export function findLiveRequest(
  manager: EntityManager,
  { organizationId, signatureId: id }: RequestKey,
  { statuses, lock }: Wanted = {},
): Promise<Signature | null> {
  const status = statuses && { status: In([...statuses]) };
  return manager.findOne(Signature, {
    where: { id, organizationId, deletedAt: IsNull(), ...status },
    ...(lock && { lock: { mode: 'pessimistic_write' } }),
  });
}

/** @throws AppError 404 if there is none in this organization, or it was cancelled */
export async function getLiveRequest(
  manager: EntityManager,
  key: RequestKey,
  wanted: Pick<Wanted, 'lock'> = {},
): Promise<Signature> {
  const request = await findLiveRequest(manager, key, wanted);
  if (!request) throw signatureNotFound();
  return request;
}

/** @throws AppError as `getLiveRequest`, and 400 `not_a_draft` */
export async function getDraft(
  manager: EntityManager,
  key: RequestKey,
  wanted: Pick<Wanted, 'lock'> = {},
): Promise<Signature> {
  const request = await getLiveRequest(manager, key, wanted);
  if (request.status !== 'draft') throw notADraft();
  return request;
}

/** The request's signers in the order in which they were given. */
export function signersOf(
  manager: EntityManager,
  { organizationId, id }: Pick<Signature, 'organizationId' | 'id'>,
): Promise<Signer[]> {
  return manager.find(Signer, { where: { organizationId, signatureId: id }, order: { id: 'ASC' } });
}

/** Whether the request's deadline has passed by the database's clock. */
export async function isPastDeadline(
  manager: EntityManager,
  { organizationId, id }: Pick<Signature, 'organizationId' | 'id'>,
): Promise<boolean> {
  const rows = await manager.query<{ past: boolean }[]>(
    'select coalesce(expires_date <= app_now(), false) as past from signatures where id = $1 and organization_id = $2',
    [id, organizationId],
  );
  return rows[0]?.past ?? true;
}
